package explain_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/scan"
)

func Example() {
	s := scan.Scanner{Src: []byte(`{"a": True}`), Rules: scan.Plain(scan.DefaultMaxDepth)}
	if !s.Document() {
		e := explain.Explainer{Report: s.Report()}
		fmt.Println(e.Sentence().Words)
		fmt.Println(e.Hint().Words)
	}
	// Output:
	// 'True' is not a JSON value
	// write true
}
