package main

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A contestant is a process and what has been measured of it.
type contestant struct {
	*process
	latencies []time.Duration
	used      time.Duration // CPU time for count requests
	count     int
}

const parallel = 16 // clients that measure the CPU time

// calm measures the latency of one request after the other, and the CPU time of requests of many clients. The contestants take turns.
func calm(list []*contestant, rounds, requests int, out io.Writer) error {
	for range rounds {
		for _, c := range list {
			if err := c.turn(requests); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	fmt.Fprintf(out, "%-24s %10s %10s %14s\n", "one client, "+fmt.Sprint(parallel)+" for the CPU", "p50", "p99", "CPU a request")
	for _, c := range list {
		fmt.Fprintf(out, "%-24s %10s %10s %14s\n", c.name, percentile(c.latencies, 50), percentile(c.latencies, 99), round(c.used/time.Duration(c.count)))
	}
	return nil
}

func (c *contestant) turn(requests int) error {
	client := newClient(nil)
	defer client.CloseIdleConnections()
	for i := range 50 + requests/10 {
		began := time.Now()
		if err := send(client, c.address); err != nil {
			return err
		}
		if i >= 50 { // before, the process may have been swapped out
			c.latencies = append(c.latencies, time.Since(began))
		}
	}
	before := c.cpu()
	var next atomic.Int64
	var all sync.WaitGroup
	var failed atomic.Value
	for range parallel {
		all.Go(func() {
			for next.Add(1) <= int64(requests) {
				if err := send(client, c.address); err != nil {
					failed.Store(err)
					return
				}
			}
		})
	}
	all.Wait()
	c.used += c.cpu() - before
	c.count += requests
	err, _ := failed.Load().(error)
	return err
}

// newClient returns a client whose connections a dialer makes.
func newClient(dial dialer) *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: dial, MaxIdleConnsPerHost: 2 * parallel}, Timeout: time.Minute}
}

// send sends the order. The error is not nil if it is refused.
func send(client *http.Client, address string) error {
	response, err := client.Post("http://"+address+target, "application/json", strings.NewReader(order))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && string(text) != order {
		err = fmt.Errorf("%s: %.200s", response.Status, text)
	}
	return err
}

// percentile returns a percentile of times, which it sorts.
func percentile(times []time.Duration, percent int) time.Duration {
	slices.Sort(times)
	return round(times[(len(times)-1)*percent/100])
}

// round leaves the digits that mean something.
func round(d time.Duration) time.Duration {
	if d < time.Millisecond {
		return d.Round(100 * time.Nanosecond)
	}
	return d.Round(10 * time.Microsecond)
}
