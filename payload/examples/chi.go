package examples

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

// Chi is the program with chi: the middleware is one of chi's.
func Chi() http.Handler {
	r := chi.NewRouter()
	r.Use(Check)
	r.Post("/orders", createOrder)
	r.Post("/decoded", decodeOrder)
	r.Get("/orders", listOrders)
	return r
}
