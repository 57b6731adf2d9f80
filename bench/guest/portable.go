//go:build !goexperiment.jsonv2

package main

import (
	"slices"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/peers"
)

const version = "purego"

// contestants returns those of assay. They are portable code if they are built with -tags purego.
func contestants() []contest.Contestant {
	return slices.DeleteFunc(peers.All(), func(c contest.Contestant) bool { return c.Role != contest.Assay || c.Types != nil })
}
