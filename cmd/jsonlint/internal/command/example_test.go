package command

import (
	"fmt"
	"os"
	"strings"
)

func Example() {
	status := run(nil, stdio{in: strings.NewReader(`{"port": 08080}`), out: os.Stdout, err: os.Stderr})
	fmt.Println("status", status)
	// Output:
	// <stdin>:1:10: a number must not begin with a zero that more digits follow; leave the zeros out, or put the digits in double quotes [syntax]
	// status 1
}
