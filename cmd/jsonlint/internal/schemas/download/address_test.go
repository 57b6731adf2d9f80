package download

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

func TestIsPublic(t *testing.T) {
	for address, want := range map[string]bool{
		"93.184.216.34": true, "1.1.1.1": true, "100.63.255.255": true, "100.128.0.0": true, "172.15.0.1": true, "172.32.0.1": true, "223.255.255.255": true,
		"2606:4700::1111": true, "2001:4860:4860::8888": true, "::ffff:1.1.1.1": true, "64:ff9b::1.1.1.1": true,
		"127.0.0.1": false, "127.255.0.1": false, "0.0.0.0": false, "0.1.2.3": false, "10.0.0.1": false, "100.64.0.1": false, "172.16.0.1": false,
		"172.31.255.255": false, "192.168.1.1": false, "169.254.169.254": false, "192.0.0.8": false, "198.19.0.1": false, "224.0.0.1": false,
		"240.0.0.1": false, "255.255.255.255": false,
		"::1": false, "::": false, "::127.0.0.1": false, "fe80::1": false, "fe80::1%eth0": false, "fec0::1": false, "fc00::1": false,
		"fd00:ec2::254": false, "ff02::1": false, "::ffff:127.0.0.1": false, "::ffff:169.254.169.254": false, "64:ff9b::7f00:1": false,
		"64:ff9b::10.0.0.1": false, "2002:7f00:1::": false, "2001::1": false,
	} {
		if got := isPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

// URLs that the user has not named lead to local hosts only if the user has named the host, and if it has been local from the start.
func TestLocalAddresses(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if to, ok := strings.CutPrefix(r.URL.Path, "/to/"); ok {
			http.Redirect(w, r, "http://"+to, http.StatusFound)
			return
		}
		fmt.Fprint(w, "true")
	}))
	defer server.Close()
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	ip, byName := u.Host, "localhost:"+u.Port()
	for _, c := range []struct {
		named  string // a URL that the user has named before, or ""
		public bool   // the host of named has been reached at a public address
		url    string
		isRef  bool // the user has not named url
		want   string
	}{
		{"", false, ip + "/a", false, ""},
		{"", false, byName + "/a", false, ""},
		{"", false, ip + "/a", true, "127.0.0.1, which is not public"},
		{"", false, byName + "/a", true, ", which is not public"},
		{"", false, "169.254.169.254/latest", true, "169.254.169.254, which is not public"},
		{"", false, "[::ffff:127.0.0.1]:" + u.Port() + "/a", true, "127.0.0.1, which is not public"},
		{"", false, "[::1]:" + u.Port() + "/a", true, "::1, which is not public"},
		{ip, false, ip + "/a", true, ""},
		{ip, false, ip + "/to/" + ip + "/a", true, ""},
		{ip, false, byName + "/a", true, ", which is not public"},
		{byName, false, ip + "/a", true, "127.0.0.1, which is not public"},
		{byName, false, strings.ToUpper(byName) + "/a", true, ""},
		{"", false, ip + "/to/" + byName + "/a", false, "redirected to \"http://" + byName + "/a\": its host has the address "},
		{"", false, ip + "/to/169.254.169.254/a", false, "redirected to \"http://169.254.169.254/a\": its host has the address 169.254.169.254"},
		{"", false, ip + "/to/" + ip + "/a", false, ""},
		{byName, true, byName + "/a", true, ", which is not public"}, // its name leads elsewhere now
		{byName, true, byName + "/a", false, ", which is not public"},
	} {
		client := New("x")
		if c.named != "" {
			host, _, _ := strings.Cut(c.named, ":")
			client.guard.name(host)
			client.guard.local[host] = !c.public
		}
		data, err := client.Get(context.Background(), "http://"+c.url, !c.isRef)
		if c.want == "" && (err != nil || string(data) != "true") || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %q, %v", c, data, err)
		}
	}
}

// A proxy may be local, and looks up the names of hosts itself. Addresses in URLs are checked anyway.
func TestProxy(t *testing.T) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "%q", r.URL.Host) }))
	defer proxy.Close()
	through := func(*http.Request) (*url.URL, error) { return url.Parse(proxy.URL) }
	for name, want := range map[string]string{
		"http://example.invalid/a":   `"example.invalid"`,
		"http://169.254.169.254/a":   "its host has the address 169.254.169.254",
		"http://10.0.0.1:8080/a":     "its host has the address 10.0.0.1",
		"http://[fd00:ec2::254]/a":   "its host has the address fd00:ec2::254",
		"http://93.184.216.34:81/ab": `"93.184.216.34:81"`,
	} {
		c := New("x")
		c.guard.chooseProxy = through
		data, err := c.Get(context.Background(), name, false)
		got := string(data)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
