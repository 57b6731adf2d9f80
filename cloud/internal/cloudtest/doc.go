// Package cloudtest has stores for tests, on the loopback interface: gofakes3, and handlers of the few
// calls of Google Cloud Storage and Azure that are used. Their responses can be damaged in all the ways
// in which networks, proxies and stores damage them.
package cloudtest
