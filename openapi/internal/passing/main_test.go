package passing

import (
	"os"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

func TestMain(m *testing.M) { os.Exit(longtest.Main(m)) }
