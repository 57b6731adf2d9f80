package examples

import (
	"fmt"
	"net/http"

	"github.com/assayjson/assay/payload"
)

// NetHTTP returns the program for net/http. One route uses the middleware. The other route does not
// need it, because Decode checks the body unless Handler has already done so.
func NetHTTP() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /orders", Check(http.HandlerFunc(createOrder)))
	mux.HandleFunc("POST /decoded", decodeOrder)
	mux.HandleFunc("GET /orders", listOrders)
	return mux
}

func createOrder(w http.ResponseWriter, r *http.Request) {
	var order Order
	if err := payload.Decode(w, r, &order, Options); err != nil {
		payload.Refuse(w, r, err)
		return
	}
	fmt.Fprintf(w, "order %d of %d items in %d bytes", order.ID, len(order.Items), len(payload.Bytes(r.Context())))
}

func decodeOrder(w http.ResponseWriter, r *http.Request) {
	var order Order
	if err := payload.Decode(w, r, &order, Options); err != nil {
		payload.Refuse(w, r, err)
		return
	}
	fmt.Fprintf(w, "order %d of %d items", order.ID, len(order.Items))
}

func listOrders(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "no orders") }
