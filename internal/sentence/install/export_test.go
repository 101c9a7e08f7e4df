package install

import (
	"context"
	"fmt"
	"io"
	"path"
)

// Made is a package that a test has made: a zip archive with the files in an archive in it.
type Made struct {
	File, Sum string
	Size      int64
	Needed    []string
}

// InstallMade installs such a package as [Install] does the real ones.
func InstallMade(ctx context.Context, o Options, m Made) error {
	if o.Progress == nil {
		o.Progress = io.Discard
	}
	return o.install(ctx, m.wheel())
}

// VerifyMade verifies what is installed of it.
func VerifyMade(folder string, m Made) error {
	return verify(path.Join(folder, m.wheel().title()), m.wheel())
}

func (m Made) wheel() wheel {
	return wheel{
		name: "made", version: "1", project: "made", license: "MIT", file: m.File, sum: m.Sum, size: m.Size, inner: "made/inner.zip", needed: m.Needed,
		unpacked: func(name string) string {
			if path.Dir(name) == "." {
				return name
			}
			return ""
		},
	}
}

// Platforms are the systems and machines that there is a runtime for.
func Platforms() (out []string) {
	for platform, w := range runtimes() {
		out = append(out, fmt.Sprint(platform, " ", len(w.sum)))
	}
	return out
}
