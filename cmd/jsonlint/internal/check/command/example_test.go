package command

import (
	"fmt"
	"os"
	"strings"
)

func Example() {
	status := run(nil, Stdio{In: strings.NewReader(`{"port": 08080}`), Out: os.Stdout, Err: os.Stderr})
	fmt.Println("status", status)
	// Output:
	// <stdin>:1:10: a number must not have leading zeros; remove them, or put the digits in double quotes [syntax]
	// status 1
}
