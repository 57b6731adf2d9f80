//go:build goexperiment.jsonv2

// Command stdjsonv2 is a contestant of the comparison: the JSON packages that the standard library
// contains under GOEXPERIMENT=jsonv2. It speaks the protocol of package wire. Command compare
// builds and runs it.
package main

import (
	"bytes"
	"encoding/json"
	"encoding/json/jsontext"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/wire"
)

var contestants = []contest.Contestant{
	{Category: contest.Documents, Name: "std jsontext IsValid", Note: "checks for I-JSON, its default", Work: contest.Verdict(strict)},
	{Category: contest.Documents, Name: "std jsontext IsValid, dup", Note: "duplicate names allowed", Work: contest.Verdict(loose)},
	{Category: contest.Documents, Name: "encoding/json Valid, v2 engine", Work: contest.Verdict(json.Valid)},
	{Category: contest.Quoting, Name: "std jsontext AppendQuote", Work: contest.Transform(jsontext.AppendQuote[string])},
	{Category: contest.Unquoting, Name: "std jsontext AppendUnquote", Work: contest.Transform(jsontext.AppendUnquote[string])},
	{Category: contest.Tokens, Name: "std jsontext ReadToken", Note: "converts numbers on demand", Work: contest.Walk(tokens)},
	{Category: contest.Records, Name: "std jsontext ReadValue", Note: "reads a stream; checks for I-JSON", Work: contest.Verdict(values)},
}

func main() {
	runtime.GOMAXPROCS(1) // as in compare
	if err := wire.Serve(os.Stdin, os.Stdout, "std, jsonv2", contestants); err != nil {
		fmt.Fprintln(os.Stderr, "stdjsonv2:", err)
		os.Exit(1)
	}
}

func strict(b []byte) bool { return jsontext.Value(b).IsValid() }
func loose(b []byte) bool  { return jsontext.Value(b).IsValid(jsontext.AllowDuplicateNames(true)) }

func tokens(b []byte) (t contest.Tally, ok bool) {
	for dec := jsontext.NewDecoder(bytes.NewBuffer(b)); ; t.Tokens++ {
		if _, err := dec.ReadToken(); err != nil {
			return t, err == io.EOF
		}
	}
}

func values(b []byte) bool {
	for dec := jsontext.NewDecoder(bytes.NewBuffer(b)); ; {
		if _, err := dec.ReadValue(); err != nil {
			return err == io.EOF
		}
	}
}
