//go:build page

package serve

import (
	"embed"
	"io/fs"
)

// The page must be built before, into the folder dist. Most files are embedded only in compressed form.
//
//go:embed dist/*.gz dist/*.html dist/*.js dist/*.svg dist/*.webmanifest
var dist embed.FS

func init() {
	var err error
	if embedded, err = fs.Sub(dist, "dist"); err != nil {
		panic("BUG: " + err.Error()) // the name is valid
	}
}
