package disposition_test

import (
	"fmt"

	"github.com/assayjson/assay/disposition"
)

func Example() {
	field, err := disposition.Format("attachment", "données.json")
	fmt.Println(field, err)
	parsed, err := disposition.Parse(field)
	fmt.Println(parsed.Type, parsed.Filename(), err)
	_, err = disposition.Parse(`attachment; filename=a b.json`)
	fmt.Println(err)
	fmt.Println(disposition.SafeName(`..\con.json`))
	// Output:
	// attachment; filename="donn_es.json"; filename*=UTF-8''donn%C3%A9es.json <nil>
	// attachment données.json <nil>
	// disposition: offset 23: a semicolon is missing
	// _con.json
}
