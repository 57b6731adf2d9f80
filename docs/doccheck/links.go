package doccheck

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// CheckLinks returns what is wrong with the links of the pages. The names of the pages must be relative to the
// folder root. Targets outside the repository are not visited.
func CheckLinks(root string, pages []*Page) (complaints []string) {
	byName := map[string]*Page{}
	for _, p := range pages {
		byName[p.Name] = p
	}
	for _, p := range pages {
		for _, l := range p.Links {
			if err := checkLink(root, p, l.Target, byName); err != nil {
				complaints = append(complaints, fmt.Sprintf("%s:%d: %v", p.Name, l.Line, err))
			}
		}
	}
	return complaints
}

func checkLink(root string, from *Page, target string, pages map[string]*Page) error {
	u, err := url.Parse(target)
	switch {
	case err != nil:
		return err
	case target == "":
		return fmt.Errorf("a link without a target")
	case u.Scheme == "mailto":
		return nil
	case u.Scheme != "":
		if u.Scheme != "https" && u.Scheme != "http" || !strings.Contains(u.Host, ".") {
			return fmt.Errorf("%s is not a URL of a site", target)
		}
		return nil
	case path.IsAbs(u.Path):
		return fmt.Errorf("%s is an absolute path", target)
	}
	name := from.Name
	if u.Path != "" {
		name = path.Join(path.Dir(name), u.Path)
	}
	if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); err != nil || strings.HasPrefix(name, "..") {
		return fmt.Errorf("%s leads nowhere: there is no %s", target, name)
	}
	if u.Fragment != "" && (pages[name] == nil || !pages[name].Anchors[u.Fragment]) {
		return fmt.Errorf("%s leads nowhere: %s has no heading #%s", target, name, u.Fragment)
	}
	return nil
}
