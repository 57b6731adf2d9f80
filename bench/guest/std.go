//go:build goexperiment.jsonv2

package main

import (
	"bytes"
	"encoding/json"
	"encoding/json/jsontext"
	"io"

	"github.com/assayjson/assay/bench/internal/contest"
)

const version = "std, jsonv2"

func contestants() []contest.Contestant {
	return []contest.Contestant{
		{Category: contest.Documents, Name: "std jsontext IsValid", Note: "checks for I-JSON, its default", Work: contest.Verdict(strict)},
		{Category: contest.Documents, Name: "std jsontext IsValid, dup", Note: "duplicate names allowed", Work: contest.Verdict(loose)},
		{Category: contest.Documents, Name: "encoding/json Valid, v2 engine", Work: contest.Verdict(json.Valid)},
		{Category: contest.Quoting, Name: "std jsontext AppendQuote", Work: contest.Transform(jsontext.AppendQuote[string])},
		{Category: contest.Unquoting, Name: "std jsontext AppendUnquote", Work: contest.Transform(jsontext.AppendUnquote[string])},
		{Category: contest.Tokens, Name: "std jsontext ReadToken", Note: "converts numbers on demand", Work: contest.Walk(tokens)},
		{Category: contest.Records, Name: "std jsontext ReadValue", Note: "reads a stream; checks for I-JSON", Work: contest.Verdict(values)},
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
