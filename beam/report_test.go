package assaybeam

import "testing"

func TestShardNames(t *testing.T) {
	for _, c := range []struct {
		name   string
		shards int
		want   string
	}{
		{"good.ndjson", 10, "good-00003-of-00010.ndjson"},
		{"/a.b/good.ndjson.gz", 10, "/a.b/good-00003-of-00010.ndjson.gz"},
		{"gs://b/c.d/good.x.ndjson.zst", 10, "gs://b/c.d/good.x-00003-of-00010.ndjson.zst"},
		{"a.b/good", 10, "a.b/good-00003-of-00010"},
		{"good.gz", 10, "good-00003-of-00010.gz"},
		{"good.ndjson", 1, "good.ndjson"},
		{"", 10, ""},
	} {
		if got := shardName(c.name, 3, c.shards); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
