package param_test

import (
	"fmt"

	"github.com/assayjson/assay/openapi/internal/param"
)

func Example() {
	integer := &param.Shape{Types: param.Integer}
	color := &param.Param{
		In: param.Query, Name: "color", Style: param.DeepObject,
		Shape: &param.Shape{Types: param.Object, Properties: map[string]*param.Shape{"R": integer, "G": integer}},
	}
	page := &param.Param{In: param.Query, Name: "page", Explode: true, Required: true, Shape: integer}

	const query = "color[R]=100&color%5BG%5D=many&limit=20"
	var d param.Decoder // can be used again after Reset
	if fault := d.SplitQuery(query); fault != nil {
		fmt.Println(fault)
		return
	}
	v, fault := d.Query(color, 0)
	fmt.Println(string(v.JSON), fault == nil)

	at := v.Place(15, 6) // the place of "many", which the schema rejects
	fmt.Println(at.Offset, query[at.Offset:at.Offset+at.Length])

	_, fault = d.Query(page, 0)
	fmt.Println(fault.Kind, "-", fault.Message())

	for place := range d.Unknown() {
		fmt.Println("unknown:", place.Name)
	}
	// Output:
	// {"R":100,"G":"many"} true
	// 26 many
	// missing - the query parameter "page" is required
	// unknown: limit
}

func ExampleValue_Next() {
	id := &param.Param{In: param.Path, Name: "id", Shape: &param.Shape{Types: param.Integer | param.String | param.Array}}
	const path = "/pets/12/names"
	var d param.Decoder
	v, fault := d.Path(id, path, 6, 8, 0)
	fmt.Println(string(v.JSON), fault == nil)
	for r, more := v.Next(); more; r, more = v.Next() {
		v, fault = d.Path(id, path, 6, 8, r)
		fmt.Println(string(v.JSON), fault == nil)
	}
	// Output:
	// 12 true
	// "12" true
	// [12] true
	// ["12"] true
}
