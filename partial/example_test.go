package partial_test

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/partial"
)

func Example() {
	var p partial.Parser
	for _, chunk := range []string{`{"city": "Zür`, `ich", "days": 1`, `2, "uni`} {
		if _, err := p.WriteString(chunk); err != nil {
			fmt.Println(err)
			return
		}
		days, whole := p.Root().Get("days").Complete()
		fmt.Printf("%-9v at %q, city so far: %s, days: %s %v\n", p.State().Point, p.Pointer(), p.Root().Get("city").SoFar(), days.Raw(), whole)
	}
	fmt.Printf("%s would close it, assuming %v\n", p.Suffix(), p.Assume())
	fmt.Printf("%s\n", p.AppendDocument(nil, partial.KeepBegun))

	if _, err := p.WriteString(`t" "cel`); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.State().Point)
	if _, err := p.WriteString(`sius"`); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Close())
	// Output:
	// in-string at "/city", city so far: Zür, days:  false
	// after-digit at "/days", city so far: Zürich, days:  false
	// in-string at "", city so far: Zürich, days: 12 true
	// ":null} would close it, assuming containers-end,name-ends,null-value
	// {"city": "Zürich", "days": 12}
	// invalid
	// line 1, column 39 (byte 39): missing colon before string "celsius"
}

func ExampleParser_Events() {
	var p partial.Parser
	for _, chunk := range []string{`{"text":"Hel`, `lo \ud83d`, `\ude00","n":[1,2`, `3]}`} {
		if _, err := p.WriteString(chunk); err != nil {
			fmt.Println(err)
			return
		}
		for e := range p.Events() {
			if e.Kind == partial.TextAdded {
				fmt.Printf("%s grows by %q\n", e.Pointer(), e.Text)
			} else if v, whole := e.Value.Complete(); whole {
				fmt.Printf("%s is %s\n", e.Pointer(), v.Raw())
			}
		}
	}
	// Output:
	// /text grows by "Hel"
	// /text grows by "lo "
	// /text grows by "😀"
	// /text is "Hello \ud83d\ude00"
	// /n/0 is 1
	// /n/1 is 23
	// /n is [1,23]
	//  is {"text":"Hello \ud83d\ude00","n":[1,23]}
}

// The calls of tools that a model makes arrive as server-sent events. Each event has a fragment of the
// arguments of a call. A call is carried out only if its arguments are whole: here, the connection breaks
// before the second call is.
func Example_toolCalls() {
	stream := `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"list_files","arguments":""}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"folder\":\"/tm"}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"p/old\",\"depth\":2}"}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":1,"function":{"name":"remove_folder","arguments":"{\"folder\":\"/tmp"}}]}}]}

`
	type call struct {
		name      string
		arguments partial.Parser
	}
	calls := map[int64]*call{}
	lines := bufio.NewScanner(strings.NewReader(stream))
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok || data == "[DONE]" {
			continue
		}
		event, err := document.Parse([]byte(data))
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, delta := range event.Get("choices", 0, "delta", "tool_calls").Elements() {
			index, err := delta.Get("index").Int64()
			if err != nil {
				fmt.Println(err)
				return
			}
			c := calls[index]
			if c == nil {
				c = &call{name: delta.Get("function", "name").String()}
				calls[index] = c
			}
			_, _ = c.arguments.WriteString(delta.Get("function", "arguments").String())
			if err := c.arguments.Err(); err != nil {
				fmt.Println(err) // a reason to stop the model at once
				return
			}
			fmt.Printf("%s will get folder %q ...\n", c.name, c.arguments.Root().Get("folder").SoFar())
		}
	}
	for i := range int64(len(calls)) {
		c := calls[i]
		if err := c.arguments.Close(); err != nil {
			fmt.Printf("%s was not called: %v\n", c.name, err)
			continue
		}
		arguments, _ := c.arguments.Root().Complete() // it is complete, because Close has returned nil
		fmt.Printf("%s(%s, %s)\n", c.name, arguments.Get("folder"), arguments.Get("depth"))
	}
	// Output:
	// list_files will get folder "" ...
	// list_files will get folder "/tm" ...
	// list_files will get folder "/tmp/old" ...
	// remove_folder will get folder "/tmp" ...
	// list_files(/tmp/old, 2)
	// remove_folder was not called: line 1, column 16 (byte 15): unexpected end of input inside the string that starts at line 1, column 11
}
