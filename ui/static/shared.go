package static

import "github.com/heldbytes/heldbytes/ui/static/shared"

// Shared is the page that shows one shared timeline: that of shared.New, for those
// who need it once.
func Shared(index []byte, id, titleText, descriptionText, imageURL, url string) ([]byte, error) {
	p, err := shared.New(index)
	if err != nil {
		return nil, err
	}
	return p.Of(id, titleText, descriptionText, imageURL, url), nil
}
