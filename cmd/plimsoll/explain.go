package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plimsoll-kafka/plimsoll/cmd/internal/render"
	"github.com/plimsoll-kafka/plimsoll/model/kafka"
	"github.com/plimsoll-kafka/plimsoll/policy"
)

func (c *Command) explain() *cobra.Command {
	var asJSON bool
	var ruleDirs []string
	cmd := &cobra.Command{
		Use:   "explain RULE|KEY",
		Short: "Explain a rule, or a configuration key of Kafka",
		Long: "Explains a rule with its levels, its fix and the examples that it is tested with, or a Kafka key with\n" +
			"its type, its range and its default by version and client library.",
		Example: "  plimsoll explain durability/acks-not-all\n  plimsoll explain min.insync.replicas",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("explain wants one rule or key, for example: plimsoll explain min.insync.replicas")
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return explainable(args), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error { return c.runExplain(args[0], ruleDirs, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().StringArrayVar(&ruleDirs, "rules", nil, "a folder with rules of your own (repeatable)")
	return cmd
}

// explainable lists what the shell can complete.
func explainable(args []string) []string {
	engine, err := policy.New(policy.Options{})
	if err != nil || len(args) > 0 {
		return nil
	}
	return append(engine.RuleIDs(), allKeys()...)
}

func allKeys() []string {
	var keys []string
	for _, role := range kafka.Roles {
		keys = append(keys, kafka.Names(role)...)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func (c *Command) runExplain(what string, ruleDirs []string, asJSON bool) error {
	if page := anyKeyPage(what); page != nil {
		return c.page(asJSON, page, func() error { return render.KeyText(c.Stdout, *page) })
	}
	engine, err := policy.New(policy.Options{RuleDirs: ruleDirs})
	if err != nil {
		return err
	}
	rules, err := engine.Rules()
	if err != nil {
		return err
	}
	rule, err := findRule(rules, what)
	if err != nil {
		return err
	}
	return c.page(asJSON, render.RuleJSON(rule), func() error { return render.RuleText(c.Stdout, rule) })
}

func (c *Command) page(asJSON bool, document any, text func() error) error {
	err := text
	if asJSON {
		err = func() error { return render.Document(c.Stdout, document) }
	}
	if err := err(); err != nil {
		return couldNotRun(err)
	}
	return nil
}

// findRule finds a rule by id, or by its name alone if no other has that.
func findRule(rules []policy.RuleInfo, what string) (policy.RuleInfo, error) {
	var named []policy.RuleInfo
	var ids []string
	for _, r := range rules {
		if r.ID == what {
			return r, nil
		}
		if strings.HasSuffix(r.ID, "/"+what) {
			named, ids = append(named, r), append(ids, r.ID)
		}
	}
	switch len(named) {
	case 1:
		return named[0], nil
	case 0:
		return policy.RuleInfo{}, fmt.Errorf("no rule and no Kafka key is called %q%s", what, suggestion(rules, what))
	}
	return policy.RuleInfo{}, fmt.Errorf("several rules are called %q: use one of %s", what, strings.Join(ids, ", "))
}

// suggestion ends an error about an unknown rule or key.
func suggestion(rules []policy.RuleInfo, what string) string {
	for _, role := range kafka.Roles {
		if near := kafka.Suggest(role, what); near != "" {
			return ": did you mean " + near + "?"
		}
	}
	if near := nearestRule(rules, what); near != "" {
		return ": did you mean " + near + "?"
	}
	return ": plimsoll rules list shows the rules"
}

// nearestRule is the one rule whose id or name holds the word, or is held by it.
func nearestRule(rules []policy.RuleInfo, what string) string {
	_, name, _ := strings.Cut(what, "/")
	if name == "" {
		name = what
	}
	var near []string
	for _, r := range rules {
		_, own, _ := strings.Cut(r.ID, "/")
		if len(name) > 2 && (strings.Contains(own, name) || strings.Contains(name, own)) {
			near = append(near, r.ID)
		}
	}
	const few = 3
	if len(near) == 0 || len(near) > few {
		return ""
	}
	return strings.Join(near, " or ")
}

// anyKeyPage explains a key by Kafka's name, or by the name that Spring,
// librdkafka or a container image has for it.
func anyKeyPage(name string) *render.KeyPage {
	if page := keyPage(name); page != nil {
		return page
	}
	key, whose := "", ""
	if path, ok := strings.CutPrefix(name, "spring.kafka."); ok {
		_, key, _ = kafka.SpringKey(path)
		whose = "Spring Boot's name"
	} else if own, known := kafka.ClientKey("librdkafka", name); known {
		key, whose = own, "librdkafka's name"
	} else if own, _, ok := kafka.ImageEnv("apache/kafka", name); ok {
		key, whose = own, "the environment variable of container images"
	}
	if key == "" || key == name {
		return nil
	}
	page := keyPage(key)
	if page != nil {
		page.Note = name + " is " + whose + " for it"
	}
	return page
}

// keyPage collects what is known about a Kafka key in every role that has it.
func keyPage(name string) *render.KeyPage {
	page := render.KeyPage{Schema: "plimsoll.key/1", Key: name}
	for _, role := range kafka.Roles {
		k, ok := kafka.Lookup(role, name)
		if !ok {
			if gone, was := kafka.Removed(role, name); was {
				page.Roles = append(page.Roles, render.KeyRole{
					Role: string(role), RemovedIn: gone.Since.String(), Replacement: gone.Replacement, AfterRemoval: string(gone.Effect),
				})
			}
			continue
		}
		page.Roles = append(page.Roles, keyRole(role, k))
	}
	if len(page.Roles) == 0 {
		return nil
	}
	return &page
}

func keyRole(role kafka.Role, k kafka.Key) render.KeyRole {
	r := render.KeyRole{
		Role: string(role), Type: string(k.Type), Unit: k.Unit, Accepts: k.Accepted(kafka.Version{}), Sensitive: k.Sensitive,
		Scope: string(k.Scope), Since: k.First.String(), Deprecated: k.Deprecated.String(), Replacement: k.Replacement,
		Required: k.Required(kafka.Newest()), Defaults: defaults("", k.History()),
	}
	if k.First == kafka.Oldest() {
		r.Since = "" // older than what is known
	}
	if gone, ok := kafka.Removed(role, k.Name); ok {
		r.RemovedIn, r.Replacement, r.AfterRemoval = gone.Since.String(), gone.Replacement, string(gone.Effect)
	}
	if role == kafka.Topic {
		for _, s := range kafka.Synonyms(k.Name) {
			r.BrokerKeys = append(r.BrokerKeys, s.Key)
		}
	}
	if role == kafka.Broker {
		r.TopicKey, _, _ = kafka.TopicKey(k.Name)
	}
	if role == kafka.Producer || role == kafka.Consumer {
		for _, library := range kafka.ClientLibraries[1:] {
			r.Libraries = append(r.Libraries, defaults(library, kafka.ClientHistory(library, role, k.Name))...)
		}
	}
	return r
}

func defaults(library string, history []kafka.DefaultRange) []render.KeyDefault {
	var out []render.KeyDefault
	for _, d := range history {
		out = append(out, render.KeyDefault{
			Library: library, Value: d.Value, From: d.From.String(), Until: d.Until.String(), Source: d.Source,
		})
	}
	return out
}
