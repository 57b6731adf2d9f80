package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	hostileClients   = 1000
	hostileAddresses = 10 // 127.0.0.2 and so on
	goodClients      = 4
)

// besideAttackers prints how good clients fare before and during an attack.
func besideAttackers(p *process, long time.Duration, out io.Writer) error {
	before, _ := good(p, long/4)
	attackers, err := start("attackers", p.address)
	if err != nil {
		return err
	}
	during, failed := good(p, long)
	attackers.stop()
	fmt.Fprintf(out, "%s: p50 %v, p99 %v; beside %d hostile clients: p50 %v, p99 %v, %d requests, %d failed, peak memory %s\n", p.name,
		percentile(before, 50), percentile(before, 99), hostileClients, percentile(during, 50), percentile(during, 99), len(during), failed, p.memory())
	return nil
}

// good sends good requests for a time. It returns how long each took, and how many failed.
func good(p *process, long time.Duration) (times []time.Duration, failed int) {
	var mu sync.Mutex
	var all sync.WaitGroup
	end := time.Now().Add(long)
	for range goodClients {
		client := newClient(nil)
		all.Go(func() {
			for first := true; first || time.Now().Before(end); first = false {
				began := time.Now()
				err := send(client, p.address)
				mu.Lock()
				times = append(times, time.Since(began))
				if err != nil {
					failed++
				}
				mu.Unlock()
				time.Sleep(5 * time.Millisecond)
			}
		})
	}
	all.Wait()
	return times, failed
}

type dialer = func(ctx context.Context, network, address string) (net.Conn, error)

// attack sends hostile requests from several addresses until the process ends.
func attack(address string) {
	all := hostiles()
	for i := range hostileClients {
		d := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(2+i%hostileAddresses))}, Timeout: 5 * time.Second}
		v := &victim{address: address, dialer: d, client: newClient(d.DialContext)}
		go func() {
			for {
				all[rand.IntN(len(all))](v)
				time.Sleep(time.Duration(rand.IntN(200)) * time.Millisecond)
			}
		}()
	}
	ready()
	select {}
}

// A victim is what a hostile client attacks.
type victim struct {
	address string
	dialer  *net.Dialer
	client  *http.Client
}

// post sends a request, and waits for the answer.
func (v *victim) post(target, coding string, body io.Reader) {
	r, err := http.NewRequest(http.MethodPost, "http://"+v.address+target, body)
	if err != nil {
		return
	}
	r.Header.Set("Content-Type", "application/json")
	if coding != "" {
		r.Header.Set("Content-Encoding", coding)
	}
	if response, err := v.client.Do(r); err == nil {
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
}

// raw sends text over a new connection, and then parts of which each is followed by a pause.
func (v *victim) raw(text, part string, count int, pause time.Duration) {
	conn, err := v.dialer.Dial("tcp", v.address)
	if err != nil {
		return
	}
	defer conn.Close()
	io.WriteString(conn, text)
	for range count {
		io.WriteString(conn, part)
		time.Sleep(pause)
	}
}

// hostiles returns one function for each kind of hostile request.
func hostiles() []func(*victim) {
	const line = "POST " + target + " HTTP/1.1\r\nHost: shop\r\n"
	const head = line + "Content-Type: application/json\r\n"
	bomb := zipped(96 << 20)
	deep := "/shops/7/orders?" + strings.Repeat("f[a][b]=1&", 6000)
	equal := "/shops/7/orders?" + strings.Repeat("dry=true&", 6000)
	return []func(*victim){
		func(v *victim) {
			v.raw(head+"Transfer-Encoding: chunked\r\n\r\n", "1\r\n[\r\n", 20, 100*time.Millisecond)
		}, // slow
		func(v *victim) { v.raw(head+"Content-Length: 100000\r\n\r\n", "", 1, 2*time.Second) }, // silent
		func(v *victim) { v.raw(line, "", 1, 3*time.Second) },                                  // half a header
		func(v *victim) { v.post(target, "", io.LimitReader(spaces{}, 96<<20)) },
		func(v *victim) { v.post(target, "gzip", bytes.NewReader(bomb)) },
		func(v *victim) { v.post(target, "", strings.NewReader(strings.Repeat("[", 100_000))) },
		func(v *victim) { v.post(deep, "", strings.NewReader("{}")) },
		func(v *victim) { v.post(equal, "", strings.NewReader("{}")) },
	}
}

// spaces is an endless text of spaces.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// zipped returns n spaces in gzip.
func zipped(n int64) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.CopyN(w, spaces{}, n)
	w.Close()
	return b.Bytes()
}
