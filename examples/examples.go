package examples

import (
	"embed"
	"io/fs"
)

//go:embed *.json
var episodes embed.FS

// Episodes returns the example episodes, one JSON file each, named by the episode's id.
func Episodes() fs.FS { return episodes }
