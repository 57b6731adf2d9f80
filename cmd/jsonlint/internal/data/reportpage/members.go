package reportpage

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Statistics are what jsonlint stats --format json prints of a file, as far as a page shows it.
type Statistics struct {
	File    string `json:"path"`
	Records *int64 `json:"records"` // nil for a document
	Paths   []path `json:"paths"`
}

// A path is what Statistics say of the values at a path.
type path struct {
	Path     string           `json:"path"`
	Values   int64            `json:"values"`
	Types    map[string]int64 `json:"types"`
	Missing  *int64           `json:"missing"`
	Distinct int64            `json:"distinct"`
	Exact    bool             `json:"distinctIsExact"`
	Least    string           `json:"least"`
	Greatest string           `json:"greatest"`
	Shortest *int64           `json:"shortest"`
	Longest  *int64           `json:"longest"`
	Bytes    int64            `json:"bytes"`
	Examples []string         `json:"examples"`
}

// ReadStatistics reads what jsonlint stats --format json has printed: a line for each file.
func ReadStatistics(r io.Reader) (all []Statistics, err error) {
	for lines := json.NewDecoder(r); ; {
		var one Statistics
		switch err := lines.Decode(&one); {
		case err == io.EOF && len(all) == 0:
			return nil, errors.New("has no lines")
		case err == io.EOF:
			return all, nil
		case err != nil || len(one.Paths) == 0:
			return nil, fmt.Errorf("line %d is not from jsonlint stats --format json", len(all)+1)
		}
		all = append(all, one)
	}
}

// What the tables of members show at most.
const (
	mostDescribed = 20  // files
	mostPaths     = 200 // of a file
)

// members writes a table for each file that is described, without values if noText is set.
func (m *markup) members(all []Statistics, noText bool) {
	if len(all) == 0 {
		return
	}
	m.raw(`<section aria-labelledby="members"><h2 id="members">Members</h2>`)
	described := all[:min(len(all), mostDescribed)]
	if more := len(all) - len(described); more > 0 {
		m.raw("<p>")
		m.words(plural(int64(more), "other file"))
		m.raw(" of the statistics are not shown.</p>")
	}
	for i := range described {
		m.membersOf(&described[i], noText)
	}
	m.raw("</section>")
}

func (m *markup) membersOf(s *Statistics, noText bool) {
	m.raw("<h3>")
	m.dataString(shorten(s.File, longestName))
	m.raw("</h3>")
	paths := s.Paths[:min(len(s.Paths), mostPaths)]
	if more := len(s.Paths) - len(paths); more > 0 {
		m.raw("<p>")
		m.words(plural(int64(more), "other path"))
		m.raw(" of this file are not shown.</p>")
	}
	m.raw(`<div class="scroll" tabindex="0" role="group" aria-label="Table of members"><table class="sortable"><thead><tr><th scope="col">Path</th><th scope="col" class="n">Values</th><th scope="col" class="n">Missing</th>` +
		`<th scope="col">Types</th><th scope="col" class="n">Distinct</th><th scope="col">Range</th><th scope="col" class="n">Bytes</th><th scope="col">Examples</th></tr></thead><tbody>`)
	for i := range paths {
		m.path(&paths[i], s.Records != nil, noText)
	}
	m.raw("</tbody></table></div>")
}

// path writes a row.
func (m *markup) path(p *path, ofRecords, noText bool) {
	m.raw(`<tr><th scope="row">`)
	switch {
	case p.Path != "":
		m.dataString(shorten(p.Path, longestName))
	case ofRecords:
		m.raw("(record)")
	default:
		m.raw("(document)")
	}
	m.raw("</th>")
	m.number(&p.Values, "")
	m.number(p.Missing, "")
	m.list(typeList(p.Types, p.Values))
	switch {
	case p.Distinct == 0:
		m.number(nil, "")
	case p.Exact:
		m.number(&p.Distinct, "")
	default:
		m.number(&p.Distinct, "~")
	}
	var ranges, examples []string
	if !noText {
		if examples = p.Examples; p.Least != "" {
			ranges = append(ranges, between(p.Least, p.Greatest))
		}
	}
	if p.Longest != nil && p.Shortest != nil {
		ranges = append(ranges, between(grouped(*p.Shortest), plural(*p.Longest, "character")))
	}
	m.list(ranges)
	m.number(&p.Bytes, "")
	m.list(examples)
	m.raw("</tr>")
}

// number writes a cell with a number, or without one.
func (m *markup) number(n *int64, prefix string) {
	if n == nil {
		m.raw("<td></td>")
		return
	}
	m.rawf(`<td class="n" data-n="%d">`, *n)
	m.words(prefix)
	m.count(*n)
	m.raw("</td>")
}

// list writes a cell with a list of texts from the data.
func (m *markup) list(texts []string) {
	m.raw("<td>")
	m.dataString(shorten(strings.Join(texts, ", "), longestBad))
	m.raw("</td>")
}

// typeList returns the types of values. If all of them have the same type, it is only that type.
func typeList(types map[string]int64, values int64) (list []string) {
	for _, t := range slices.Sorted(maps.Keys(types)) {
		if types[t] == values {
			return []string{t}
		}
		list = append(list, t+" "+grouped(types[t]))
	}
	return list
}

func between(least, greatest string) string {
	if strings.HasPrefix(greatest+" ", least+" ") {
		return greatest
	}
	return least + " to " + greatest
}
