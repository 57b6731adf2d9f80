package tokenizer

import "github.com/assayjson/assay/internal/scan"

// DefaultMaxDepth is how deep arrays and objects may nest unless [MaxDepth] says
// otherwise. It is the limit of encoding/json.
const DefaultMaxDepth = scan.DefaultMaxDepth

// DefaultMaxToken is how long the tokens of a reader may be unless [MaxToken] says otherwise.
const DefaultMaxToken = scan.DefaultMaxToken
