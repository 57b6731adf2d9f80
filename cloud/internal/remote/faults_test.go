package remote_test

import (
	"testing"

	"github.com/assayjson/assay/cloud/internal/cloudtest"
	"github.com/assayjson/assay/cloud/internal/storetest"
)

var suite = storetest.Suite(cloudtest.Buckets)

func TestRanges(t *testing.T)              { suite.Ranges(t) }
func TestNoRanges(t *testing.T)            { suite.NoRanges(t) }
func TestLists(t *testing.T)               { suite.Lists(t) }
func TestPermanentFaults(t *testing.T)     { suite.PermanentFaults(t) }
func TestRandomFaults(t *testing.T)        { suite.RandomFaults(t) }
func TestChangedObjects(t *testing.T)      { suite.ChangedObjects(t) }
func TestConditionalRequests(t *testing.T) { suite.ConditionalRequests(t) }
