package escape_test

import (
	"fmt"

	"github.com/assayjson/assay/escape"
)

func Example() {
	fmt.Printf("%s\n", escape.AppendUnescaped(nil, []byte(`caf\u00e9 \uD83D\uDE00`)))
	_, n, fault := escape.Decode([]byte(`\u12G4`))
	fmt.Println(n, fault == escape.BadHex)
	// Output:
	// café 😀
	// 4 true
}
