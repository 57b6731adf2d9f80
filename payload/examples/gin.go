package examples

import (
	"net/http"

	"github.com/assayjson/assay/payload"
	"github.com/gin-gonic/gin"
)

// Gin returns the program for gin. Because a gin middleware cannot wrap the next handler, Check
// wraps the whole router. The routes use Decode.
func Gin() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.POST("/orders", func(c *gin.Context) {
		var order Order
		if err := payload.Decode(c.Writer, c.Request, &order, Options); err != nil { // not c.ShouldBindJSON, which ignores the case of names
			payload.Refuse(c.Writer, c.Request, err)
			c.Abort()
			return
		}
		size := len(payload.Bytes(c.Request.Context()))
		c.String(http.StatusOK, "order %d of %d items in %d bytes", order.ID, len(order.Items), size)
	})
	r.POST("/decoded", func(c *gin.Context) {
		var order Order
		if err := payload.Decode(c.Writer, c.Request, &order, Options); err != nil {
			payload.Refuse(c.Writer, c.Request, err)
			c.Abort()
			return
		}
		c.String(http.StatusOK, "order %d of %d items", order.ID, len(order.Items))
	})
	r.GET("/orders", gin.WrapF(listOrders))
	return Check(r)
}
