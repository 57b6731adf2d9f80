package examples

import (
	"fmt"
	"net/http"

	"github.com/assayjson/assay/payload"
	"github.com/labstack/echo/v4"
)

// Echo returns the program for echo, which has a wrapper for net/http middleware.
func Echo() http.Handler {
	e := echo.New()
	e.Use(echo.WrapMiddleware(Check))
	e.POST("/orders", func(c echo.Context) error {
		var order Order
		if err := payload.Decode(c.Response(), c.Request(), &order, Options); err != nil { // not c.Bind, which ignores the case of names
			payload.Refuse(c.Response(), c.Request(), err)
			return nil
		}
		size := len(payload.Bytes(c.Request().Context()))
		return c.String(http.StatusOK, fmt.Sprintf("order %d of %d items in %d bytes", order.ID, len(order.Items), size))
	})
	e.POST("/decoded", func(c echo.Context) error {
		var order Order
		if err := payload.Decode(c.Response(), c.Request(), &order, Options); err != nil {
			payload.Refuse(c.Response(), c.Request(), err)
			return nil
		}
		return c.String(http.StatusOK, fmt.Sprintf("order %d of %d items", order.ID, len(order.Items)))
	})
	e.GET("/orders", echo.WrapHandler(http.HandlerFunc(listOrders)))
	return e
}
