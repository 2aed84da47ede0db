package model

import (
	"path"
	"slices"
	"sort"
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
	for _, d := range deploymentsOf(placed) {
		var mine []Fragment
		for _, f := range placed {
			if matches(f.Env, d.Env) && matches(f.Cluster, d.Cluster) && !slices.Contains(f.Except, d.Env) {
				mine = append(mine, f)
			}
		}
		d.Spec = merge(mine, w)
		w.Problems = append(w.Problems, d.Spec.constraintProblems(in.Constraints)...)
		d.Spec.AssumeKafka = opt.AssumeKafka
		d.Environment = environmentOf(d, opt)
		w.Deployments = append(w.Deployments, d)
	}
	return w
}

func matches(hint, want string) bool { return hint == "" || hint == want }

// place gives each fragment its final environment and cluster: the
// configuration's, else what its file says, else a word of its path.
func place(fragments []Fragment, opt Options) []Fragment {
	out := slices.Clone(fragments)
	for i := range out {
		f := &out[i]
		file := ""
		if f.Span.File != nil {
			file = f.Span.File.Name
		}
		if r := ruleFor(opt.Rules, file, f.Env); r != nil {
			f.Env, f.Cluster = r.ID, r.Cluster
			continue
		}
		if f.Env == "" {
			f.Env = pathEnvironment(below(opt.Roots, file))
		}
	}
	return out
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

// ruleFor returns the first configured deployment that the file, and the
// profile where the entry names one, belongs to.
func ruleFor(rules []DeploymentRule, file, profile string) *DeploymentRule {
	for i := range rules {
		r := &rules[i]
		if r.Profile != "" && profile != "" && r.Profile != profile {
			continue
		}
		for _, pattern := range r.Paths {
			if ok, _ := doublestar.Match(pattern, file); ok {
				return r
			}
		}
		if len(r.Paths) == 0 && r.Profile != "" && r.Profile == profile {
			return r
		}
	}
	return nil
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

// deploymentsOf finds the deployments that fragments speak of: every pair of
// environment and cluster that some file names together, and those of which
// only one part is ever named. Without any there is one unnamed deployment.
func deploymentsOf(fragments []Fragment) []*Deployment {
	type pair struct{ env, cluster string }
	pairs, envs, clusters := map[pair]bool{}, map[string]bool{}, map[string]bool{}
	for _, f := range fragments {
		if f.Env != "" && f.Cluster != "" {
			pairs[pair{f.Env, f.Cluster}] = true
			envs[f.Env], clusters[f.Cluster] = true, true
		}
	}
	for _, f := range fragments {
		switch {
		case f.Env != "" && f.Cluster == "" && !envs[f.Env]:
			pairs[pair{f.Env, ""}] = true
		case f.Env == "" && f.Cluster != "" && !clusters[f.Cluster]:
			pairs[pair{"", f.Cluster}] = true
		}
	}
	words := map[string]bool{}
	for p := range pairs {
		words[p.env] = true
	}
	for _, f := range fragments {
		if f.Env == "" && runsAlone(f, words) {
			pairs[pair{"", f.Cluster}] = true
		}
	}
	if len(pairs) == 0 {
		return []*Deployment{{}}
	}
	var out []*Deployment
	for p := range pairs {
		d := &Deployment{Env: p.env, Cluster: p.cluster}
		if len(pairs) > 1 {
			d.ID = strings.Trim(p.env+"/"+p.cluster, "/")
		}
		out = append(out, d)
	}
	sort.Slice(out, func(i, j int) bool {
		return path.Join(out[i].Env, out[i].Cluster) < path.Join(out[j].Env, out[j].Cluster)
	})
	return out
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
