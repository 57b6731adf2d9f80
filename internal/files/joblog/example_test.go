package joblog_test

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/assayjson/assay/internal/files/joblog"
)

func ExampleWriter() {
	if err := json.NewEncoder(joblog.NewWriter(os.Stdout)).Encode("##vso[task.complete]"); err != nil {
		fmt.Println(err)
	}
	// Output: "#\u0023vso[task.complete]"
}
