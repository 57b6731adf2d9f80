package decimal_test

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/decimal"
)

func Example() {
	f, err := decimal.Float64("-12.5e3")
	fmt.Println(f, err)
	_, err = decimal.Int64("0.5")
	fmt.Println(err)
	// Output:
	// -12500 <nil>
	// strconv.ParseInt: parsing "0.5": invalid syntax
}
