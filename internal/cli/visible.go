package cli

import (
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// unseen are the characters that a terminal obeys or hides instead of showing them: controls, marks of
// the direction of writing, and what has no width. Texts of a memory come from anywhere, and must not
// be able to look like other texts, or to move the cursor.
func unseen() *unicode.RangeTable {
	return &unicode.RangeTable{
		R16: []unicode.Range16{
			{Lo: 0x00, Hi: 0x08, Stride: 1},
			{Lo: 0x0B, Hi: 0x1F, Stride: 1},
			{Lo: 0x7F, Hi: 0x9F, Stride: 1},
			{Lo: 0xAD, Hi: 0xAD, Stride: 1},
			{Lo: 0x61C, Hi: 0x61C, Stride: 1},
			{Lo: 0x180E, Hi: 0x180E, Stride: 1},
			{Lo: 0x200B, Hi: 0x200F, Stride: 1},
			{Lo: 0x2028, Hi: 0x202E, Stride: 1},
			{Lo: 0x2060, Hi: 0x206F, Stride: 1},
			{Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1},
			{Lo: 0xFFF9, Hi: 0xFFFB, Stride: 1},
		},
		R32:         []unicode.Range32{{Lo: 0xE0000, Hi: 0xE007F, Stride: 1}},
		LatinOffset: 4,
	}
}

// visible passes text on with every character that a terminal does not show as an escape like
// \u202e, which means the same in JSON. Tabs and line feeds stay.
type visible struct {
	to     io.Writer
	unseen *unicode.RangeTable
	// rest are the first bytes of an incomplete character.
	rest []byte
}

func newVisible(to io.Writer) *visible { return &visible{to: to, unseen: unseen()} }

// Write implements [io.Writer].
func (v *visible) Write(b []byte) (int, error) {
	text := append(v.rest, b...) //nolint:gocritic // rest is replaced below
	out := make([]byte, 0, len(text))
	i := 0
	for i < len(text) {
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case r == utf8.RuneError && size == 1 && !utf8.FullRune(text[i:]):
			v.rest = append([]byte(nil), text[i:]...)
			_, err := v.to.Write(out)
			return len(b), err
		case r == utf8.RuneError && size == 1:
			out = fmt.Appendf(out, `\x%02x`, text[i])
		case unicode.Is(v.unseen, r):
			for _, half := range utf16.Encode([]rune{r}) {
				out = fmt.Appendf(out, `\u%04x`, half)
			}
		default:
			out = append(out, text[i:i+size]...)
		}
		i += size
	}
	v.rest = nil
	_, err := v.to.Write(out)
	return len(b), err
}

// beneath returns the stream that a writer shows text on.
func beneath(w io.Writer) io.Writer {
	if v, ok := w.(*visible); ok {
		return v.to
	}
	return w
}
