package model

import (
	"testing"

	"github.com/plimsoll-kafka/plimsoll/model/source"
)

// A base fragment stays out of the environments that its own source speaks
// for; where those are all for development, what runs elsewhere is a deployment
// of its own.
func TestBaseBesideItsProfiles(t *testing.T) {
	for name, c := range map[string]struct {
		profiles, others []string
		want             map[string]int // deployment's environment: fragments of the application
	}{
		"test only":       {[]string{"test"}, nil, map[string]int{"test": 1, "": 1}},
		"test and a prod": {[]string{"test"}, []string{"prod"}, map[string]int{"test": 1, "prod": 1}},
		"prod only":       {[]string{"prod"}, nil, map[string]int{"prod": 1}},
	} {
		in := Imported{}
		at := source.Span{File: source.NewFile("application.yml", nil)}
		in.Add(Fragment{Entity: New(Producer, "app", at), Except: c.profiles})
		for _, p := range c.profiles {
			in.Add(Fragment{Entity: New(Producer, "app", at), Env: p})
		}
		for _, p := range c.others {
			in.Add(Fragment{Entity: New(Topic, "orders", at), Env: p})
		}
		got := map[string]int{}
		for _, d := range Assemble(in, Options{}).Deployments {
			got[d.Env] = len(d.Spec.Of(Producer))
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: deployments %v, want %v", name, got, c.want)
		}
		for env, n := range c.want {
			if got[env] != n {
				t.Errorf("%s: deployments %v, want %v", name, got, c.want)
			}
		}
	}
}
