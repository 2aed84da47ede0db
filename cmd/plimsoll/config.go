package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/plimsoll-kafka/plimsoll/model/source"
	"github.com/plimsoll-kafka/plimsoll/policy"
)

// readConfig reads the configuration that --config names, else the working
// directory's, else that of the one folder that the run is about. Its patterns
// are relative to the folder that it stands in.
func readConfig(name string, paths []string) (*policy.Config, error) {
	named := name != ""
	if !named {
		name = foundConfig(paths)
	}
	data, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
		return &policy.Config{}, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("--config %s: no such file: check the path", name)
	case err != nil:
		return nil, fmt.Errorf("reading the configuration: %w", err)
	}
	config, err := policy.ParseConfig(source.NewFile(filepath.ToSlash(name), data))
	if err != nil {
		return nil, err
	}
	config.Under(filepath.ToSlash(filepath.Dir(relative([]string{name})[0])))
	return config, nil
}

func foundConfig(paths []string) string {
	if _, err := os.Stat(policy.ConfigName); err != nil && len(paths) == 1 {
		if info, err := os.Stat(paths[0]); err == nil && info.IsDir() {
			return filepath.Join(relative(paths)[0], policy.ConfigName)
		}
	}
	return policy.ConfigName
}
