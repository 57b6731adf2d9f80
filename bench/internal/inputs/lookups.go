package inputs

import (
	"encoding/json"

	"github.com/assayjson/assay/bench/internal/contest"
)

// lookups returns the input of the Lookups category: the tweets in a document, each as a chunk.
func lookups(dir string) []Input {
	return []Input{{Category: contest.Lookups, Name: "tweets", make: func() ([][]byte, error) {
		doc, err := Document(dir, "twitter")
		if err != nil {
			return nil, err
		}
		var search struct {
			Statuses []json.RawMessage `json:"statuses"`
		}
		err = json.Unmarshal(doc, &search)
		var tweets [][]byte
		for _, tweet := range search.Statuses {
			tweets = append(tweets, tweet)
		}
		return tweets, err
	}}}
}
