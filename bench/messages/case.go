package messages

import (
	"bytes"
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

//go:embed testdata/messages.txtar
var archive []byte

// A mistake is an invalid or doubtful text, together with what a good message about the text
// contains.
type mistake struct {
	name   string
	text   []byte
	places []int    // the acceptable offsets for a message, all equally good
	causes []string // a message that contains one of these words names the cause
	count  int      // number of mistakes in the text
}

// mark precedes each acceptable position in the archive.
const mark = "▸"

// mistakes returns the mistakes in the archive, in order.
func mistakes() ([]mistake, error) {
	var all []mistake
	for _, f := range txtar.Parse(archive).Files {
		m, err := parseMistake(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		all = append(all, m)
	}
	return all, nil
}

func parseMistake(f txtar.File) (mistake, error) {
	m := mistake{name: f.Name, count: 1}
	head, text, found := strings.Cut(string(f.Data), "\n\n")
	if !found {
		return m, fmt.Errorf("no empty line")
	}
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		var err error
		switch key {
		case "cause":
			m.causes = strings.Split(value, " | ")
		case "mistakes":
			m.count, err = strconv.Atoi(value)
		case "quoted":
			text, err = unquote(text)
		default:
			err = fmt.Errorf("unknown key %q", key)
		}
		if err != nil {
			return m, err
		}
	}
	if rest, found := strings.CutSuffix(text, "\n"+mark+"\n"); found {
		text = rest + "\n" + mark
	}
	for {
		before, after, found := strings.Cut(text, mark)
		if !found {
			break
		}
		m.places, text = append(m.places, len(before)), before+after
	}
	m.text = []byte(text)
	if len(m.places) == 0 || len(m.causes) == 0 {
		return m, fmt.Errorf("no place or no cause")
	}
	return m, nil
}

// unquote returns the concatenation of Go string literals. Each line of lines is one literal, and
// "* N" after a literal repeats it N times.
func unquote(lines string) (string, error) {
	var b strings.Builder
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		literal, err := strconv.QuotedPrefix(line)
		if err != nil {
			return "", fmt.Errorf("%s: %w", line, err)
		}
		times := 1
		if rest := strings.TrimSpace(line[len(literal):]); rest != "" {
			if times, err = strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(rest, "*"))); err != nil {
				return "", err
			}
		}
		s, err := strconv.Unquote(literal)
		if err != nil {
			return "", err
		}
		b.WriteString(strings.Repeat(s, times))
	}
	return b.String(), nil
}

// A place is a line and a column, both counted from 1. The zero value means that the place is
// unknown.
type place struct{ line, column int }

func (p place) String() string {
	if p.line == 0 {
		return ""
	}
	return fmt.Sprintf("%d:%d", p.line, p.column)
}

// placesOf returns the places of the byte at offset, with the column in code points, in bytes and
// in UTF-16 code units.
func placesOf(text []byte, offset int) [3]place {
	before := text[:min(max(offset, 0), len(text))]
	line := 1 + bytes.Count(before, []byte("\n"))
	row := before[bytes.LastIndexByte(before, '\n')+1:]
	units := len(utf16.Encode([]rune(string(row))))
	return [3]place{{line, utf8.RuneCount(row) + 1}, {line, len(row) + 1}, {line, units + 1}}
}
