package model

import (
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// DeploymentRule is one entry of "deployments" in .plimsoll.yaml: the files
// under Paths belong to the deployment ID.
type DeploymentRule struct {
	ID, Environment, Cluster, Profile string
	Paths                             []string
}

// Options say how fragments become a workspace.
type Options struct {
	// Rules place files by path, before anything else does.
	Rules []DeploymentRule
	// Environment overrides every deployment's environment, "" to leave it.
	Environment string
	// Roots are the folders that the run was asked to read; only the part of a
	// path below its root says something about environments.
	Roots []string
	// AssumeKafka is a Kafka version that stands where the cluster is not in
	// sight, "" for none.
	AssumeKafka string
}

// Assemble places every fragment in its deployments and merges them there.
func Assemble(in Imported, opt Options) *Workspace {
	w := &Workspace{Problems: in.Problems}
	placed := place(in.Fragments, opt)
	w.Deployments = deploymentsOf(placed)
	nameDeployments(w.Deployments, opt)
	for _, d := range w.Deployments {
		mine := d.of(placed)
		d.Spec = merge(mine, d)
		d.Problems = append(d.Problems, d.Spec.constraintProblems(in.Constraints)...)
		d.Spec.AssumeKafka = opt.AssumeKafka
		d.Environment = environmentOf(d, opt)
		d.reach(mine)
	}
	compareShared(w.Deployments)
	return w
}

// of picks the fragments that belong to a deployment.
func (d *Deployment) of(placed []Fragment) []Fragment {
	var mine []Fragment
	for _, f := range placed {
		switch {
		case !matches(f.Env, d.Env) || !matches(f.Cluster, d.Cluster) || slices.Contains(f.Except, d.Env):
		case d.Env == "" && f.Env == "" && len(f.Except) > 0 && !d.takesBase:
			// an application with profiles lives in environments
		default:
			mine = append(mine, f)
		}
	}
	return mine
}

func matches(hint, want string) bool { return hint == "" || hint == want }

// place gives each fragment its final environment and cluster: the
// configuration's, else what its file says, else a word of its path.
func place(fragments []Fragment, opt Options) []Fragment {
	var out []Fragment
	for _, f := range fragments {
		file := ""
		if f.Span.File != nil {
			file = f.Span.File.Name
		}
		if rules := rulesFor(opt.Rules, file, f.Env); len(rules) > 0 {
			for _, r := range rules {
				if r.Profile == "" || !slices.Contains(f.Except, r.Profile) {
					f.Env, f.Cluster, f.ruled, f.Except = r.ID, r.Cluster, true, nil
					out = append(out, f)
				}
			}
			continue
		}
		if f.Env == "" {
			f.Env = pathEnvironment(below(opt.Roots, file))
		}
		if isExpression(f.Cluster) { // what one chart calls its cluster is known to that chart alone
			f.Cluster = f.Source
		}
		out = append(out, f)
	}
	separateClusters(out)
	bindByAddress(out)
	markBound(out)
	return out
}

// isExpression reports whether a name is one that only a template or a variable
// decides.
func isExpression(name string) bool {
	return slices.ContainsFunc([]string{"{{", "${", "$(", "<%", "{%"}, func(mark string) bool { return strings.Contains(name, mark) })
}

// separateClusters gives the brokers of a cluster that no file names a cluster
// of their own where there are others, so that they are not taken for theirs.
func separateClusters(fragments []Fragment) {
	names := map[string]bool{}
	name := func(f *Fragment) string {
		switch {
		case f.Bind || f.ruled || f.Kind != Cluster && f.Kind != Node:
			return ""
		case f.Cluster != "":
			return f.Cluster
		}
		return f.OwnCluster
	}
	for i := range fragments {
		names[name(&fragments[i])] = true
	}
	delete(names, "")
	if len(names) < 2 {
		return
	}
	for i := range fragments {
		if f := &fragments[i]; f.Cluster == "" {
			f.Cluster = name(f)
		}
	}
}

// below returns the part of a path under the deepest root that holds it.
func below(roots []string, file string) string {
	best := ""
	for _, root := range roots {
		if root != "." && strings.HasPrefix(file, root+"/") && len(root) > len(best) {
			best = root
		}
	}
	return strings.TrimPrefix(strings.TrimPrefix(file, best), "/")
}

// rulesFor returns the configured deployments that a file belongs to: the first
// that fits, but where entries with profiles differ in nothing else, what
// belongs to no profile belongs to each of them.
func rulesFor(rules []DeploymentRule, file, profile string) []*DeploymentRule {
	var out []*DeploymentRule
	for i := range rules {
		r := &rules[i]
		switch {
		case r.Profile != "" && profile != "" && r.Profile != profile:
		case len(r.Paths) == 0 && r.Profile != profile:
		case len(r.Paths) > 0 && !slices.ContainsFunc(r.Paths, func(pattern string) bool { return under(pattern, file) }):
		case r.Profile == "" || profile != "":
			if len(out) == 0 {
				return []*DeploymentRule{r}
			}
		default:
			out = append(out, r)
		}
	}
	return out
}

// under reports whether a pattern of paths holds a file; a folder holds what is
// in it.
func under(pattern, file string) bool {
	pattern = strings.TrimSuffix(pattern, "/")
	if ok, _ := doublestar.Match(pattern, file); ok {
		return true
	}
	ok, _ := doublestar.Match(pattern+"/**", file)
	return ok
}

// pathEnvironment returns the environment word in a path below the run's root:
// a suffix of the file's name ("values-prod.yaml", "application-prod.yml"), else
// the nearest folder ("overlays/prod"); "" if none.
func pathEnvironment(p string) string {
	parts := strings.Split(p, "/")
	name, _, _ := strings.Cut(parts[len(parts)-1], ".")
	if i := strings.LastIndexAny(name, "-_"); i >= 0 && Environment(name[i+1:]) != "" {
		return name[i+1:]
	}
	for i := len(parts) - 2; i >= 0; i-- {
		if Environment(parts[i]) != "" {
			return parts[i]
		}
	}
	return ""
}

// pair is an environment and a cluster that are spoken of together.
type pair struct{ env, cluster string }

// deploymentsOf finds the deployments that fragments speak of: every pair of
// environment and cluster that some file names together, and those of which
// only one part is ever named. The only cluster without an environment is that
// of the environments without a cluster. Without any there is one unnamed
// deployment.
func deploymentsOf(fragments []Fragment) []*Deployment {
	pairs := pairsOf(fragments)
	words := map[string]bool{}
	for p := range pairs {
		words[p.env] = true
	}
	base := map[pair]bool{}
	for _, f := range fragments {
		if f.Env == "" && runsAlone(f, words) {
			pairs[pair{"", f.Cluster}], base[pair{"", f.Cluster}] = true, true
		}
	}
	if len(pairs) == 0 {
		return []*Deployment{{takesBase: true}}
	}
	named := false // some deployment has an environment
	for p := range pairs {
		named = named || p.env != ""
	}
	var out []*Deployment
	for p := range pairs {
		out = append(out, &Deployment{Env: p.env, Cluster: p.cluster, takesBase: !named || base[p]})
	}
	sort.Slice(out, func(i, j int) bool {
		return path.Join(out[i].Env, out[i].Cluster) < path.Join(out[j].Env, out[j].Cluster)
	})
	return out
}

func pairsOf(fragments []Fragment) map[pair]bool {
	pairs, envs, clusters := map[pair]bool{}, map[string]bool{}, map[string]bool{}
	for _, f := range fragments {
		if f.Env != "" && f.Cluster != "" {
			pairs[pair{f.Env, f.Cluster}] = true
			envs[f.Env], clusters[f.Cluster] = true, true
		}
	}
	free := map[string]bool{} // clusters that no file gives an environment; true where its brokers are here
	for _, f := range fragments {
		if f.Env == "" && f.Cluster != "" && !clusters[f.Cluster] {
			free[f.Cluster] = free[f.Cluster] || f.Kind == Cluster || f.Kind == Node
		}
	}
	only := ""
	for cluster, here := range free {
		if len(free) == 1 && here {
			only = cluster
		}
	}
	own := map[string]bool{} // environments whose brokers are here, without a cluster's name
	for _, f := range fragments {
		own[f.Env] = own[f.Env] || f.Cluster == "" && !f.Bind && (f.Kind == Cluster || f.Kind == Node)
	}
	for _, f := range fragments {
		switch {
		case f.Env == "" || f.Cluster != "" || envs[f.Env]:
		case own[f.Env]:
			pairs[pair{f.Env, ""}] = true
		default:
			pairs[pair{f.Env, only}] = true
			delete(free, only)
		}
	}
	for cluster := range free {
		pairs[pair{"", cluster}] = true
	}
	return pairs
}

// nameDeployments gives several deployments ids that are short and tell them
// apart: environment and the last parts of the cluster's name that are needed.
func nameDeployments(all []*Deployment, opt Options) {
	if len(all) < 2 {
		return
	}
	for depth := 1; depth <= 16; depth++ {
		count := map[string]int{}
		for _, d := range all {
			if depth == 1 {
				d.ID = d.name(opt, depth)
			}
			count[d.ID]++
		}
		for _, d := range all {
			if count[d.ID] > 1 {
				d.ID = d.name(opt, depth+1)
			}
		}
	}
	seen := map[string]int{}
	for _, d := range all {
		if seen[d.ID]++; seen[d.ID] > 1 {
			d.ID = strings.TrimPrefix(d.ID+"/"+strconv.Itoa(seen[d.ID]), "/")
		}
	}
}

// name is a deployment's id with so many parts of its cluster's name.
func (d *Deployment) name(opt Options, parts int) string {
	for _, r := range opt.Rules {
		if r.ID == d.Env {
			return d.Env
		}
	}
	name := d.Cluster
	if _, rest, ok := strings.Cut(name, ":"); ok {
		name = rest
	}
	if name = below(opt.Roots, name); name == "." || slices.Contains(opt.Roots, d.Cluster) {
		name = path.Base(name)
	}
	words := strings.Split(strings.Trim(name, "/"), "/")
	words = words[max(0, len(words)-parts):]
	if words[0] == "." {
		words[0] = "main"
	}
	if parts == 1 && words[0] == d.Env {
		return d.Env
	}
	return strings.Trim(d.Env+"/"+strings.Join(words, "/"), "/")
}

// runsAlone reports whether a base fragment needs an unnamed deployment: every
// environment that is spoken of has values of its own, and all of those are for
// development, so what is left is what runs elsewhere.
func runsAlone(f Fragment, envs map[string]bool) bool {
	if len(f.Except) == 0 {
		return false
	}
	for _, word := range f.Except {
		if Environment(word) != Development {
			return false
		}
	}
	for env := range envs {
		if !slices.Contains(f.Except, env) {
			return false
		}
	}
	return true
}

// environmentOf decides what severities a deployment gets: the user's word, the
// configuration's, what plimsoll.cue says, the word its files use, else what
// all of its entities agree on.
func environmentOf(d *Deployment, opt Options) string {
	if opt.Environment != "" {
		return opt.Environment
	}
	for _, r := range opt.Rules {
		if r.ID == d.Env && r.Environment != "" {
			return r.Environment
		}
	}
	for _, c := range d.Spec.Of(Cluster) {
		if s := c.Text("environment"); s != "" {
			return s
		}
	}
	return Environment(d.Env)
}
