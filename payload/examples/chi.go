package examples

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

// Chi returns the program for chi. It uses Check as a chi middleware.
func Chi() http.Handler {
	r := chi.NewRouter()
	r.Use(Check)
	r.Post("/orders", createOrder)
	r.Post("/decoded", decodeOrder)
	r.Get("/orders", listOrders)
	return r
}
