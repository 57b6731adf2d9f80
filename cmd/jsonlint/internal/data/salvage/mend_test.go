//go:build linux

package salvage

import (
	"bytes"
	"os"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

func TestMend(t *testing.T) {
	for _, c := range []struct {
		text, want string
		how        mending
	}{
		{`"{\"a\":\"x\\n\"}"`, `{"a":"x\n"}`, escaped},
		{`"{\n  \"a\": 1\n}"`, `{"a":1}`, escaped},
		{`"text"`, "", notMended},
		{`"[1]"`, "", notMended},
		{`"{"`, "", notMended},
		{`"{\"a\":\"\ud800\"}"`, "", notMended},
		{"\"{\\\"a\\\":\\\"\xff\\\"}\"", "", notMended},
		{`{'a': True, 'b': None, 'c': [False, 1.5]}`, `{"a": true, "b": null, "c": [false, 1.5]}`, python},
		{`{'a': "it's", 'b': 'say "x"', 'c': 'it\'s', 'd': '\\', 'e': '\x41\n'}`, `{"a": "it's", "b": "say \"x\"", "c": "it's", "d": "\\", "e": "\u0041\n"}`, python},
		{`{"a": True}`, `{"a": true}`, python},
		{`{'a': nan, 'b': -inf}`, `{"a": null, "b": null}`, python},
		{` {"a": NaN, "b": [-Infinity, "NaN"]} `, `{"a": null, "b": [null, "NaN"]}`, notANumber},
		{`{'a': (1, 2)}`, "", notMended},
		{`{'a': b'x'}`, "", notMended},
		{`{'a': 1`, "", notMended},
		{`{'a': 1, 'a': 2}`, "", notMended}, // with unique names
		{`{'a`, "", notMended}, {`{'}`, "", notMended}, {`{'\}`, "", notMended}, {`{'\'}`, "", notMended}, {`{"a":1,}`, "", notMended}, {`{}`, "", notMended}, {"", "", notMended},
	} {
		if got, how := mend([]byte(c.text), []tokenizer.Option{tokenizer.UniqueNames()}); string(got) != c.want || how != c.how {
			t.Errorf("%s: %s, %d; want %s, %d", c.text, got, how, c.want, c.how)
		}
	}
}

// The files can be rebuilt, wherever there are repaired records.
func TestRepairedFilesAreRebuilt(t *testing.T) {
	t.Chdir(t.TempDir())
	lines := []string{"{\"a\":1}\n", "{'a': 1}\n", "{\"a\":1} {\"b\":2}\n", "\"{}\" \n", "{\"a\":NaN}{\"b\":2}\n", "x\n"}
	n, step := len(lines), 1
	if longtest.Off() {
		step = 7
	}
	for i := 0; i < n*n*n; i += step {
		text := lines[i%n] + lines[i/n%n] + lines[i/n/n]
		if i%2 == 0 {
			text = text[:len(text)-1]
		}
		if err := os.WriteFile("in", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, flag := range []string{"--repair", "--values=objects"} {
			args := []string{"salvage", "in", "--out", "good", "--rest", "rest", "--list", "list", flag}
			var out, messages bytes.Buffer
			if status := runProgram(args, command.Stdio{Out: &out, Err: &messages}); status == command.StatusTrouble {
				t.Fatal(messages.String())
			}
			checkJoins(t, args, []byte(text))
			good := must(os.ReadFile("good"))
			if bytes.Contains(good, []byte("}{")) || bytes.Contains(good, []byte("'")) || len(good) > 0 && good[len(good)-1] != '\n' {
				t.Fatalf("%q: %q", text, good)
			}
		}
	}
}
