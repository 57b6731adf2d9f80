//go:build unix

package outputs

// syncFolder makes sure that a new name in a folder is on the disk.
func syncFolder(in tree, name string) {
	folder, err := openIn(in, name)
	if err != nil {
		return // the user is not allowed to read the folder
	}
	defer folder.Close()
	folder.Sync() // some file systems do not support this, but the contents are safe anyway
}
