package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/plimsoll-kafka/plimsoll/model/kafka"
)

// version is set by the release's linker flags; builds without it have the
// module's.
var version = ""

// buildVersion returns the version of this binary.
func buildVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

func (c *Command) version() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version, and the Kafka versions whose keys it knows",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			oldest, newest := kafka.Oldest().String(), kafka.Newest().String()
			if asJSON {
				return json.NewEncoder(c.Stdout).Encode(map[string]string{
					"version": buildVersion(), "go": runtime.Version(), "kafkaOldest": oldest, "kafkaNewest": newest,
				})
			}
			fmt.Fprintf(c.Stdout, "plimsoll %s (%s), Kafka %s to %s\n", buildVersion(), runtime.Version(), oldest, newest)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
