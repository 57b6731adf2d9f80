package storetest

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assayjson/assay/cloud/internal/azure"
	"github.com/assayjson/assay/cloud/internal/cloudtest"
	"github.com/assayjson/assay/cloud/internal/gcs"
	"github.com/assayjson/assay/cloud/internal/remote"
	"github.com/assayjson/assay/cloud/internal/s3"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// A Suite has the tests of stores. It returns a bucket of each kind of store to test.
type Suite func(t testing.TB) []cloudtest.Bucket

// Run runs all tests.
func (s Suite) Run(t *testing.T) {
	for _, test := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"Ranges", s.Ranges}, {"NoRanges", s.NoRanges}, {"Lists", s.Lists}, {"PermanentFaults", s.PermanentFaults}, {"RandomFaults", s.RandomFaults},
		{"ChangedObjects", s.ChangedObjects}, {"ConditionalRequests", s.ConditionalRequests},
	} {
		t.Run(test.name, test.run)
	}
}

// A rig is a store of one kind behind a faulty proxy.
type rig struct {
	cloudtest.Bucket
	proxy *cloudtest.Faulty
	*remote.Store
	mu     sync.Mutex
	pauses []time.Duration
}

func (r *rig) name(key string) string {
	return r.Bucket.Scheme() + "://" + cloudtest.BucketName + "/" + key
}

// rigs returns a rig for every kind of store. Their ranges have 100 bytes.
func (s Suite) rigs(t testing.TB) (all []*rig) {
	for _, b := range s(t) {
		r := &rig{Bucket: b, proxy: &cloudtest.Faulty{Next: b}}
		server := httptest.NewServer(r.proxy)
		t.Cleanup(server.Close)
		server.Config.ErrorLog = nil
		env := b.Env(server.URL)
		for name, value := range env {
			t.Setenv(name, value) // for the libraries of the vendors
		}
		getenv := func(name string) string { return env[name] }
		var service remote.Service
		switch b.Scheme() {
		case "s3":
			service = s3.New(getenv)
		case "gs":
			service = gcs.New(getenv)
		default:
			service = azure.New(getenv)
		}
		client := remote.NewClient()
		t.Cleanup(client.CloseIdleConnections)
		r.Store = remote.New(service, client)
		r.Store.RangeSize = 100
		r.Store.Sleep = func(ctx context.Context, d time.Duration) error {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.pauses = append(r.pauses, d)
			return context.Cause(ctx)
		}
		all = append(all, r)
	}
	return all
}

// always makes every response have a fault, except the first n ones.
func (r *rig) always(f cloudtest.Fault, after int) {
	n := 0
	r.proxy.Set(func(*http.Request) (cloudtest.Fault, int) {
		if n++; n <= after {
			return cloudtest.None, 0
		}
		return f, n
	})
}

// read reads an object from an offset.
func (r *rig) read(key, version string, from int64) (string, error) {
	o, err := r.Open(context.Background(), r.name(key), version, from)
	if err != nil {
		return "", err
	}
	defer o.Close()
	b, err := io.ReadAll(o)
	return string(b), err
}

// text returns a text whose parts differ.
func text(n int, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = 'a' + byte(random.IntN(26))
	}
	return string(b)
}

// Ranges tests every size and offset around the ends of ranges.
func (s Suite) Ranges(t *testing.T) {
	for _, r := range s.rigs(t) {
		for _, size := range []int{0, 1, 99, 100, 101, 200, 1234} {
			want := text(size, 1)
			r.Put("a", want)
			o, err := r.Stat(context.Background(), r.name("a"))
			if err != nil || o.Size != int64(size) || o.Version == "" {
				t.Errorf("%s, %d bytes: %+v, %v", r.Bucket.Scheme(), size, o, err)
			}
			for _, from := range []int{0, 1, 99, 100, 101, size - 1, size, size + 1, size + 100} {
				if from < 0 {
					continue
				}
				got, err := r.read("a", o.Version, int64(from))
				if from > size {
					if err == nil {
						t.Errorf("%s: read from %d in %d bytes", r.Bucket.Scheme(), from, size)
					}
					continue
				}
				if got != want[from:] || err != nil {
					t.Errorf("%s, %d bytes from %d: %d bytes, %v", r.Bucket.Scheme(), size, from, len(got), err)
				}
			}
		}
	}
}

// NoRanges tests stores that ignore ranges, or only those that end with byte 0, as s3rver does.
func (s Suite) NoRanges(t *testing.T) {
	for _, r := range s.rigs(t) {
		for _, size := range []int{0, 1, 100, 101} {
			want := text(size, 6)
			r.Put("a", want)
			r.proxy.Set(func(req *http.Request) (cloudtest.Fault, int) {
				if strings.HasSuffix(req.Header.Get("Range"), "-0") {
					return cloudtest.LongRange, 0
				}
				return cloudtest.None, 0
			})
			if o, err := r.Stat(context.Background(), r.name("a")); err != nil || o.Size != int64(size) {
				t.Errorf("%s, %d bytes: %+v, %v", r.Bucket.Scheme(), size, o, err)
			}
			r.always(cloudtest.Whole, 0)
			if o, err := r.Stat(context.Background(), r.name("a")); err != nil || o.Size != int64(size) {
				t.Errorf("%s ignores ranges, %d bytes: %+v, %v", r.Bucket.Scheme(), size, o, err)
			}
			got, err := r.read("a", "", 0)
			switch isLong := size > int(r.Store.RangeSize); {
			case !isLong && (got != want || err != nil):
				t.Errorf("%s ignores ranges: %d of %d bytes, %v", r.Bucket.Scheme(), len(got), size, err)
			case isLong && (err == nil || !strings.Contains(err.Error(), "a store that supports ranges")):
				t.Errorf("%s ignores ranges: %v", r.Bucket.Scheme(), err)
			}
		}
	}
}

// Lists tests keys with any characters, and lists of several pages.
func (s Suite) Lists(t *testing.T) {
	keys := []string{"a b", "a%41", "a+b", "a.json", "a//b", "a\x01b", "b/1 2.json", "b/a+b&c=d.json", "b/x?y#z.json", "b/~!'()*.json", "b/é%20.json", "c", "ä"}
	slices.Sort(keys)
	codings := map[string]string{"c": "gzip"}
	for _, r := range s.rigs(t) {
		for _, key := range keys {
			r.PutCoded(key, "text of "+key, codings[key])
		}
		for _, prefix := range []string{"", "b/", "b/x?", "none"} {
			temporary := 0
			r.proxy.Set(func(*http.Request) (cloudtest.Fault, int) { // every second request fails
				temporary++
				return []cloudtest.Fault{cloudtest.None, cloudtest.Unavailable}[temporary%2], 0
			})
			var got, want []string
			for o, err := range r.List(context.Background(), r.name(prefix)) {
				if err != nil {
					t.Fatal(r.Bucket.Scheme(), err)
				}
				got = append(got, o.Name)
				_, _, key := store.Split(o.Name)
				if text, err := r.read(key, o.Version, 0); text != "text of "+key || err != nil || o.Size != int64(len(text)) || o.Modified.IsZero() || o.Version == "" {
					t.Errorf("%s: %q, %v, %+v", o.Name, text, err, o)
				}
				if o.Encoding != codings[key] && r.Bucket.Scheme() != "s3" {
					t.Errorf("%s: content coding %q", o.Name, o.Encoding)
				}
			}
			for _, key := range keys {
				if strings.HasPrefix(key, prefix) {
					want = append(want, r.name(key))
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %q: %q, want %q", r.Bucket.Scheme(), prefix, got, want)
			}
		}
		for range r.List(context.Background(), r.name("")) {
			break // must be possible
		}
	}
}

// PermanentFaults tests that a fault in every response from some point on is an error that says what is wrong.
func (s Suite) PermanentFaults(t *testing.T) {
	want := text(950, 2)
	for _, r := range s.rigs(t) {
		r.Put("a", want)
		for _, f := range cloudtest.All() {
			for _, after := range []int{0, 3} {
				if f == cloudtest.OtherVersion && after == 0 {
					continue // which is an object like any other
				}
				r.pauses = nil
				r.always(f, after)
				got, err := r.read("a", "", 0)
				harmless := f == cloudtest.None || f == cloudtest.Slow || f == cloudtest.Short && err == nil
				if harmless && got != want || !harmless && err == nil || !strings.HasPrefix(want, got) && f != cloudtest.OtherVersion {
					t.Errorf("%s, fault %d after %d: %d bytes, %v", r.Bucket.Scheme(), f, after, len(got), err)
				}
				switch {
				case f == cloudtest.NotFound && after == 0 && !errors.Is(err, fs.ErrNotExist),
					f == cloudtest.NotFound && after > 0 && !errors.Is(err, store.ErrChanged),
					f == cloudtest.Denied && !errors.Is(err, fs.ErrPermission),
					f == cloudtest.OtherVersion && after > 0 && !errors.Is(err, store.ErrChanged):
					t.Errorf("%s, fault %d after %d: %v", r.Bucket.Scheme(), f, after, err)
				}
				if (f == cloudtest.Denied || f == cloudtest.NotFound || f == cloudtest.WeakVersion) && len(r.pauses) > 0 {
					t.Errorf("fault %d is repeated", f)
				}
				if f == cloudtest.Busy && (len(r.pauses) < remote.Attempts-1 || slices.Min(r.pauses) < 7*time.Second) {
					t.Errorf("Retry-After is ignored: %v", r.pauses)
				}
				if f == cloudtest.Unavailable && (len(r.pauses) < remote.Attempts-1 || slices.Max(r.pauses) > remote.LongestPause) {
					t.Errorf("pauses %v", r.pauses)
				}
			}
		}
	}
}

// RandomFaults tests that the bytes are those of the object or there is an error, whatever goes wrong, and that temporary
// faults are overcome.
func (s Suite) RandomFaults(t *testing.T) {
	rounds := 60
	switch {
	case testing.Short():
		rounds = 12
	case !longtest.Off():
		rounds = 2000
	}
	for _, r := range s.rigs(t) {
		for seed := range uint64(rounds) {
			random := rand.New(rand.NewPCG(seed, 3))
			old, changed := text(random.IntN(2000), seed), text(random.IntN(2000), seed+1)
			from := random.IntN(len(old) + 1)
			r.Put("a", old)
			faults, rate, change := cloudtest.Temporary, 0.3, -1
			if seed%2 == 1 {
				faults, rate = cloudtest.All(), 0.05
				change = random.IntN(20)
			}
			n := 0
			// Which requests fail depends on the order in which they arrive, so too many in a row might be about one
			// range. A range has at most two ends, because the first response shortens one that is too long.
			damaged := map[string]int{} // by the end of the range that was requested
			r.proxy.Set(func(req *http.Request) (cloudtest.Fault, int) {
				if n++; n == change {
					r.Put("a", changed)
				}
				_, end, _ := strings.Cut(req.Header.Get("Range"), "-")
				if random.Float64() > rate || change < 0 && damaged[end] == remote.Attempts/2-1 {
					return cloudtest.None, 0
				}
				damaged[end]++
				return faults[random.IntN(len(faults))], random.IntN(1000)
			})
			got, err := r.read("a", "", int64(from))
			r.proxy.Set(nil)
			isOne := got == old[from:] || from <= len(changed) && got == changed[from:]
			flipped := strings.Map(func(r rune) rune { return r ^ 1 }, old[from:]) // of OtherVersion, if all came from it
			if err == nil && !isOne && got != flipped || err != nil && change < 0 {
				t.Fatalf("%s, seed %d: %d bytes from %d in %d, %v", r.Bucket.Scheme(), seed, len(got), from, len(old), err)
			}
		}
	}
}

// ChangedObjects tests that an object that changes while it is read is an error, and so is one with another version than
// the expected one.
func (s Suite) ChangedObjects(t *testing.T) {
	for _, r := range s.rigs(t) {
		r.Put("a", text(5000, 4))
		before, err := r.Stat(context.Background(), r.name("a"))
		if err != nil {
			t.Fatal(err)
		}
		o, err := r.Open(context.Background(), r.name("a"), "", 0)
		if err != nil {
			t.Fatal(err)
		}
		r.Put("a", text(5000, 5))
		got, err := io.ReadAll(o)
		o.Close()
		if !errors.Is(err, store.ErrChanged) || string(got) != text(5000, 4)[:len(got)] {
			t.Errorf("%s: %d bytes, %v", r.Bucket.Scheme(), len(got), err)
		}
		if _, err := r.read("a", before.Version, 0); !errors.Is(err, store.ErrChanged) {
			t.Errorf("%s, old version: %v", r.Bucket.Scheme(), err)
		}
	}
}

// ConditionalRequests tests that all requests but the first are conditional on the version of the first response, so that
// a store refuses them itself after a change, and that the refusal is reported as a change.
func (s Suite) ConditionalRequests(t *testing.T) {
	for _, r := range s.rigs(t) {
		r.Put("a", text(950, 7))
		var mu sync.Mutex
		var wanted []string
		var statuses []int
		next := r.proxy.Next
		r.proxy.Next = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			rec := httptest.NewRecorder()
			next.ServeHTTP(rec, req)
			mu.Lock()
			wanted = append(wanted, req.Header.Get("If-Match")+req.URL.Query().Get("ifGenerationMatch"))
			statuses = append(statuses, rec.Code)
			mu.Unlock()
			maps.Copy(w.Header(), rec.Header())
			w.WriteHeader(rec.Code)
			w.Write(rec.Body.Bytes())
		})
		for _, changed := range []bool{false, true} {
			mu.Lock()
			wanted, statuses = nil, nil
			mu.Unlock()
			o, err := r.Open(context.Background(), r.name("a"), "", 0)
			if err != nil {
				t.Fatal(err)
			}
			if changed {
				r.Put("a", text(950, 8))
			}
			got, err := io.ReadAll(o)
			o.Close()
			if changed != errors.Is(err, store.ErrChanged) || !strings.HasPrefix(text(950, 7), string(got)) {
				t.Errorf("%s, changed %t: %d bytes, %v", r.Bucket.Scheme(), changed, len(got), err)
			}
			mu.Lock() // requests that were cancelled may still arrive
			if wanted[0] != "" || len(wanted) < 2 || slices.ContainsFunc(wanted[1:], func(v string) bool { return v != o.Object().Version }) {
				t.Errorf("%s, changed %t: the wanted versions are %q", r.Bucket.Scheme(), changed, wanted)
			}
			if changed != slices.Contains(statuses, http.StatusPreconditionFailed) {
				t.Errorf("%s, changed %t: the statuses are %d", r.Bucket.Scheme(), changed, statuses)
			}
			mu.Unlock()
		}
	}
}
