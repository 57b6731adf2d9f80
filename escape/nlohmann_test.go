package escape

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/utf8check"
)

// Append must write the same as nlohmann::json did for the 113 strings in testdata/nlohmann.tsv,
// which was made by testdata/nlohmann.cpp.
func TestNlohmann(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		file, err := os.Open("testdata/nlohmann.tsv")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		rows := 0
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "#") {
				continue
			}
			columns := strings.Split(lines.Text(), "\t")
			if len(columns) != 5 {
				t.Fatalf("%q has %d columns", lines.Text(), len(columns))
			}
			text, err := hex.DecodeString(strings.ReplaceAll(columns[0], " ", ""))
			if err != nil {
				t.Fatal(err)
			}
			for policy, want := range columns[2:] {
				opts := Options{Invalid: Policy(policy), ASCII: columns[1] == "ascii"}
				got, err := Append(nil, text, opts)
				if err != nil {
					got = []byte("!" + nlohmannText(err))
				}
				if string(got) != want {
					t.Errorf("% X, %+v: got %s, want %s", text, opts, got, want)
				}
			}
			rows++
		}
		if err := lines.Err(); err != nil || rows != 2*113 {
			t.Errorf("%d rows, %v", rows, err)
		}
	})
}

// nlohmannText returns the message of nlohmann::json, made from the fields of an Error.
func nlohmannText(err error) string {
	const name = "[json.exception.type_error.316] "
	var e *Error
	switch {
	case !errors.As(err, &e):
		return err.Error()
	case e.Kind == utf8check.Truncated:
		return fmt.Sprintf(name+"incomplete UTF-8 string; last byte: 0x%02X", e.Byte)
	default:
		return fmt.Sprintf(name+"invalid UTF-8 byte at index %d: 0x%02X", e.ByteOffset, e.Byte)
	}
}
