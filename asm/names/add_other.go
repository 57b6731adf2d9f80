//go:build purego || !amd64

package names

func (n *Names) addSome(src []byte, marks []uint32, from int) (walked int) {
	return n.addSomeGeneric(src, marks, from)
}
