package examples

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

// Chi is the program with chi. The check is a chi middleware.
func Chi() http.Handler {
	r := chi.NewRouter()
	r.Use(Check)
	r.Post("/orders", createOrder)
	r.Post("/decoded", decodeOrder)
	r.Get("/orders", listOrders)
	return r
}
