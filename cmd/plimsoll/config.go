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
// directory's if there is one.
func readConfig(name string) (*policy.Config, error) {
	named := name != ""
	if !named {
		name = policy.ConfigName
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
	return policy.ParseConfig(source.NewFile(filepath.ToSlash(name), data))
}
