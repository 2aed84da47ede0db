package formats

import (
	"path"
	"strings"

	"github.com/plimsoll-kafka/plimsoll/model"
)

// overlay keeps what a file says for all environments out of those for which a
// file beside it speaks ("producer-prod.properties"). Where the files are layers
// of one configuration, the general values also stand behind the special ones.
func overlay(fragments []model.Fragment, layers bool) {
	for i := range fragments {
		base := &fragments[i]
		if base.Env != "" {
			continue
		}
		for _, over := range fragments {
			if over.Env == "" || over.Kind != base.Kind || over.Name != base.Name || over.Source != base.Source {
				continue
			}
			base.Except = append(base.Except, over.Env)
			if !layers {
				continue
			}
			for p, v := range base.Fields {
				own, ok := over.Fields[p]
				if !ok {
					over.Fields[p] = v
				} else {
					own.Hides = append(own.Hides, v)
					over.Fields[p] = own
				}
			}
		}
	}
}

// separate keeps clients apart that two files of one application configure
// under the same name: the files do not override each other, so they are not
// one client.
func separate(fragments []model.Fragment) {
	type identity struct {
		kind              model.Kind
		name, source, env string
	}
	files := map[identity]map[string]bool{}
	of := func(f model.Fragment) identity { return identity{f.Kind, f.Name, f.Source, f.Env} }
	for _, f := range fragments {
		if files[of(f)] == nil {
			files[of(f)] = map[string]bool{}
		}
		files[of(f)][f.Span.String()] = true
	}
	for _, f := range fragments {
		if id := of(f); f.Kind != model.Cluster && len(files[id]) > 1 && f.Span.File != nil {
			f.Entity.Source = strings.TrimSuffix(f.Span.File.Name, path.Ext(f.Span.File.Name))
		}
	}
}
