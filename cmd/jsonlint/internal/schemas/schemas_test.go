package schemas

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/schema"
)

// For a document that is nested too deep for schemas, that is the only finding.
func TestSchemaOfDeepDocument(t *testing.T) {
	s, err := schema.Compile("s.json", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	deep := schema.DefaultMaxDepth + 1
	found := documentSchema{s}.Check([]byte(strings.Repeat("[", deep) + strings.Repeat("]", deep)))
	if len(found) != 1 || found[0].Offset != schema.DefaultMaxDepth || !strings.Contains(found[0].Message, "has not been asked: nested more than 128 levels deep") {
		t.Errorf("%+v", found)
	}
}
