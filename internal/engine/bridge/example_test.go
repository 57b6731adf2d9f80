package bridge_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/bridge"
	"github.com/assayjson/assay/tokenizer"
)

func Example() {
	err := tokenizer.Check([]byte("[1,]"))
	report := bridge.ReportOf(err)
	fmt.Println(report.Offset)
	fmt.Println(bridge.ErrorOf(report))
	// Output:
	// 2
	// line 1, column 3 (byte 2): trailing comma before ']'
}
