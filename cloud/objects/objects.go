package objects

import (
	"github.com/assayjson/assay/internal/data/store"

	"github.com/assayjson/assay/cloud/internal/azure"
	"github.com/assayjson/assay/cloud/internal/gcs"
	"github.com/assayjson/assay/cloud/internal/remote"
	"github.com/assayjson/assay/cloud/internal/s3"
)

// Stores returns all stores. They look for settings and credentials in the environment, through getenv
// and the libraries of AWS, Google and Azure, when the first object is needed. Different stores share
// connections, but nothing else.
func Stores(getenv func(string) string) store.Stores {
	client := remote.NewClient()
	var all store.Stores
	for _, s := range []remote.Service{s3.New(getenv), gcs.New(getenv), azure.New(getenv)} {
		all = append(all, remote.New(s, client))
	}
	return all
}
