package peers

import (
	"bufio"
	"bytes"
	"context"
	stdjson "encoding/json"
	"io"

	"github.com/bytedance/sonic"
	"github.com/go-faster/jx"
	expjson "github.com/go-json-experiment/json/jsontext"
	goccy "github.com/goccy/go-json"
	goccytext "github.com/goccy/go-json/jsontext"
	"github.com/minio/simdjson-go"
	"github.com/ohler55/ojg/oj"
	segment "github.com/segmentio/encoding/json"
	"github.com/tidwall/gjson"
	"github.com/valyala/fastjson"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// lines returns the contestants that check NDJSON.
func lines() []contest.Contestant {
	list := []contest.Contestant{
		record(contest.Assay, AssayName("records.Valid"), "checks many lines together", records.Valid, modAssay),
		record(contest.Assay, AssayName("Valid per line"), "", perLine(tokenizer.Valid), modAssay),
		record(contest.Assay, AssayName("records.All"), "also returns the position of each record", assayAll, modAssay),
		record(contest.Assay, AssayName("records.Read"), "reads a stream; also returns the position of each record", assayRead, modAssay),
		record(contest.Assay, AssayName("records.ReadBad"), "reads a stream in chunks", assayReadBad, modAssay),
		record(contest.Assay, AssayName("records.All, concatenated"), "also returns the position of each record", assayConcatenated, modAssay),
		record(contest.Peer, "json.Valid && utf8.Valid per line", "two passes", perLine(stdBoth)),
		record(contest.Peer, "goccy Valid && sonic utf8 per line", "two passes", perLine(goccyBoth), modGoccy, modSonic),
		record(contest.Peer, "encoding/json Valid per line", "", perLine(stdjson.Valid)),
		record(contest.Peer, "go-json-experiment ReadValue", "reads a stream; checks for I-JSON", expValues, modExperiment),
		record(contest.Peer, "goccy Valid per line", "", perLine(goccy.Valid), modGoccy),
		record(contest.Peer, "goccy Valid and bufio.Scanner", "reads a stream", goccyScanner, modGoccy),
		record(contest.Peer, "goccy jsontext ReadValue", "reads a stream; checks for I-JSON", goccyValues, modGoccy),
		record(contest.Peer, "sonic Valid per line", "", perLine(sonic.Valid), modSonic),
		record(contest.Peer, "fastjson ValidateBytes per line", "", perLine(isNil(fastjson.ValidateBytes)), modFastjson),
		record(contest.Peer, "gjson ValidBytes per line", "", perLine(gjson.ValidBytes), modGJSON),
		record(contest.Peer, "jx Valid per line", "", perLine(jx.Valid), modJX),
		record(contest.Peer, "ojg Validate per line", "", perLine(isNil(oj.Validate)), modOjg),
		record(contest.Peer, "segmentio Valid per line", "", perLine(segment.Valid), modSegment),
	}
	if simdjson.SupportedCPU() {
		list = append(list, record(contest.Peer, "simdjson-go ParseND", "builds a tape, and reuses its memory", simdjsonParseND(), modSimdjson))
	}
	list = append(list, record(contest.Limit, "bytes.IndexByte per line", "a limit: only finds the lines", perLine(anything)))
	return append(list, limits(contest.Records)...)
}

func record(r contest.Role, name, note string, valid func([]byte) bool, modules ...string) contest.Contestant {
	return entry(contest.Records, r, name, note, contest.Verdict(valid), modules...)
}

func anything([]byte) bool { return true }

// perLine returns a function that checks each line of its argument by calling valid.
func perLine(valid func([]byte) bool) func([]byte) bool {
	return func(b []byte) bool {
		for len(b) > 0 {
			line := b
			if i := bytes.IndexByte(b, '\n'); i >= 0 {
				line, b = b[:i], b[i+1:]
			} else {
				b = nil
			}
			if len(line) > 0 && !valid(line) {
				return false
			}
		}
		return true
	}
}

func assayAll(b []byte) bool {
	for r := range records.All(b) {
		if !r.Valid() {
			return false
		}
	}
	return true
}

func assayConcatenated(b []byte) bool {
	for r := range records.All(b, records.Concatenated()) {
		if !r.Valid() {
			return false
		}
	}
	return true
}

// In the following functions, the reader is wrapped so that assay cannot detect
// that the input is in memory.

func assayRead(b []byte) bool {
	for r, err := range records.Read(context.Background(), io.MultiReader(bytes.NewReader(b))) {
		if err != nil || !r.Valid() {
			return false
		}
	}
	return true
}

func assayReadBad(b []byte) bool {
	for range records.ReadBad(context.Background(), io.MultiReader(bytes.NewReader(b))) {
		return false
	}
	return true
}

func goccyScanner(b []byte) bool {
	lines := bufio.NewScanner(io.MultiReader(bytes.NewReader(b)))
	lines.Buffer(make([]byte, 256<<10), 64<<20)
	for lines.Scan() {
		if line := lines.Bytes(); len(line) > 0 && !goccy.Valid(line) {
			return false
		}
	}
	return lines.Err() == nil
}

func expValues(b []byte) bool {
	for dec := expjson.NewDecoder(bytes.NewBuffer(b)); ; {
		if _, err := dec.ReadValue(); err != nil {
			return err == io.EOF
		}
	}
}

func goccyValues(b []byte) bool {
	for dec := goccytext.NewDecoder(bytes.NewBuffer(b)); ; {
		if _, err := dec.ReadValue(); err != nil {
			return err == io.EOF
		}
	}
}

func simdjsonParseND() func([]byte) bool {
	var tape *simdjson.ParsedJson
	return func(b []byte) bool {
		parsed, err := simdjson.ParseND(b, tape, simdjson.WithCopyStrings(false))
		if err == nil {
			tape = parsed
		}
		return err == nil
	}
}
