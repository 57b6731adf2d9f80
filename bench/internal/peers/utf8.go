package peers

import (
	stdutf8 "unicode/utf8"

	sonicutf8 "github.com/bytedance/sonic/utf8"
	segmentutf8 "github.com/segmentio/asm/utf8"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/utf8check"
)

// utf8Checks returns the contestants that check UTF-8.
func utf8Checks() []contest.Contestant {
	all := []contest.Contestant{
		utf8Check(contest.Assay, AssayName("utf8check.Valid"), utf8check.Valid, modAssay),
		utf8Check(contest.Peer, "unicode/utf8 Valid", stdutf8.Valid),
		utf8Check(contest.Peer, "sonic utf8.Validate", sonicutf8.Validate, modSonic),
		utf8Check(contest.Peer, "segmentio/asm utf8.Valid", segmentutf8.Valid, modSegmentASM),
	}
	return append(all, limits(contest.UTF8)...)
}

func utf8Check(r contest.Role, name string, valid func([]byte) bool, modules ...string) contest.Contestant {
	return entry(contest.UTF8, r, name, "", contest.Verdict(valid), modules...)
}
