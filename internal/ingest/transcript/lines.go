package transcript

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxLine is the largest line that is read, in bytes; a longer one, like one with a picture, is broken.
const maxLine = 32 << 20

// lines calls yield with each nonempty line and its number, until it returns false. A line that is too long
// comes with an error and without its text.
func lines(in io.Reader, yield func(number int, raw []byte, err error) bool) {
	r := bufio.NewReaderSize(in, 256<<10)
	for number := 1; ; number++ {
		raw, size, err := line(r)
		raw = bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(raw), []byte("\xef\xbb\xbf")))
		switch {
		case size > maxLine:
			if !yield(number, nil, fmt.Errorf("the line has %d bytes; at most %d are read", size, maxLine)) {
				return
			}
		case len(raw) > 0:
			if !yield(number, raw, nil) {
				return
			}
		}
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			yield(number, nil, fmt.Errorf("read the file: %w", err))
			return
		}
	}
}

// line reads up to the next line feed and returns its size; it keeps no more than the largest line.
func line(r *bufio.Reader) (raw []byte, size int, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if size += len(part); size <= maxLine {
			raw = append(raw, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return raw, size, err
		}
	}
}

// records calls take with each line of a file that is a JSON object, and reports the others.
func records(in io.Reader, b *builder, take func(number int, raw []byte)) {
	lines(in, func(number int, raw []byte, err error) bool {
		if b.isFull() {
			b.out.Dropped++
			return true
		}
		if err == nil && (raw[0] != '{' || !json.Valid(raw)) {
			err = errors.New("the line is no JSON object; a file that is still written may end in part of one")
		}
		if err != nil {
			b.breaks(fmt.Sprintf("line %d", number), err)
			return true
		}
		take(number, raw)
		return true
	})
}

// maxValue is the largest JSON value that is read at once, in bytes.
const maxValue = 128 << 20

// decoder reads JSON values from a file of any length, none of which may be larger than [maxValue].
type decoder struct {
	*json.Decoder

	in *allowance
}

func newDecoder(in io.Reader) *decoder {
	a := &allowance{in: in, left: maxValue}
	return &decoder{json.NewDecoder(a), a}
}

// Decode reads the next value.
func (d *decoder) Decode(into any) error {
	d.in.left = maxValue
	return d.Decoder.Decode(into)
}

// Token reads the next token.
func (d *decoder) Token() (json.Token, error) {
	d.in.left = maxValue
	return d.Decoder.Token()
}

// allowance reads from a file until there is nothing left of what may be read.
type allowance struct {
	in   io.Reader
	left int
}

// Read reads as much as may be read.
func (a *allowance) Read(into []byte) (int, error) {
	if a.left <= 0 {
		return 0, fmt.Errorf("a value has more than %d bytes; at most that many are read", maxValue)
	}
	n, err := a.in.Read(into[:min(len(into), a.left)])
	a.left -= n
	return n, err
}

// members reads a JSON object from a decoder member by member. take decodes the value or returns false, in
// which case it is skipped.
func members(d *decoder, take func(key string) (bool, error)) error {
	if err := open(d, '{'); err != nil {
		return err
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return fmt.Errorf("read a key: %w", err)
		}
		key, _ := t.(string)
		taken, err := take(key)
		if err == nil && !taken {
			var skipped json.RawMessage
			err = d.Decode(&skipped)
		}
		if err != nil {
			return fmt.Errorf("read %q: %w", clipText(key, 40), err)
		}
	}
	_, err := d.Token()
	return err
}

// items reads a JSON list from a decoder item by item, until take returns an error.
func items(d *decoder, take func(i int, raw json.RawMessage) error) error {
	if err := open(d, '['); err != nil {
		return err
	}
	for i := 0; d.More(); i++ {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return fmt.Errorf("read entry %d: %w", i, err)
		}
		if err := take(i, raw); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// lenient reads a value into another; fields of another type stay empty.
func lenient(d *decoder, into any) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return err
	}
	_ = json.Unmarshal(raw, into) // it is JSON; what has another type says nothing
	return nil
}

// open reads the beginning of a list or an object.
func open(d *decoder, want json.Delim) error {
	t, err := d.Token()
	if err != nil {
		return fmt.Errorf("read the value: %w", err)
	}
	if t != want {
		return fmt.Errorf("a value that begins with %s is wanted, not %v", want, t)
	}
	return nil
}

// first returns the first byte of a text that is no space, without taking it; 0 if there is none.
func first(r *bufio.Reader) byte {
	for n := 1; n <= 4096; n++ {
		head, err := r.Peek(n)
		if len(head) < n {
			return 0
		}
		if c := head[n-1]; c != ' ' && c != '\n' && c != '\t' && c != '\r' && c != 0xef && c != 0xbb && c != 0xbf {
			return c
		}
		if err != nil {
			return 0
		}
	}
	return 0
}
