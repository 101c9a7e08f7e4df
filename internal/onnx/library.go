package onnx

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/ebitengine/purego"
)

// apiVersion is the version of the library's table of functions. Later libraries have it too, and places in it do not move.
const apiVersion = 14

// functions is how many places of the table are looked at.
const functions = 131

// Numbers of the library's enumerations.
const (
	logErrors      = 3
	arenaAllocator = 1
	memoryDefault  = 0
	typeInt64      = 7
)

// Objects of the library. Each is an address in its own memory.
type (
	status      uintptr
	environment uintptr
	options     uintptr
	session     uintptr
	memory      uintptr
	value       uintptr
)

// library has the functions of the library that are called, by their names there.
type library struct {
	getErrorMessage       func(status) string
	createEnv             func(level int32, name string, made *environment) status
	createSession         func(in environment, graph []byte, length uintptr, with options, made *session) status
	run                   func(s session, with uintptr, inputs *unsafe.Pointer, values *value, n uintptr, outputs *unsafe.Pointer, m uintptr, made *value) status
	createSessionOptions  func(made *options) status
	setLogSeverity        func(of options, level int32) status
	setThreads            func(of options, n int32) status
	createTensor          func(in memory, data unsafe.Pointer, bytes uintptr, shape *int64, dimensions uintptr, kind int32, made *value) status
	getTensorData         func(of value, data *unsafe.Pointer) status
	createMemoryInfo      func(allocator, kind int32, made *memory) status
	releaseStatus         func(status)
	releaseValue          func(value)
	releaseSessionOptions func(options)
	addConfigEntry        func(of options, key, value string) status
}

// places returns the functions with their places in the library's table.
func (l *library) places() map[int]any {
	return map[int]any{
		2: &l.getErrorMessage, 3: &l.createEnv, 8: &l.createSession, 9: &l.run, 10: &l.createSessionOptions, 22: &l.setLogSeverity,
		24: &l.setThreads, 49: &l.createTensor, 51: &l.getTensorData, 69: &l.createMemoryInfo, 93: &l.releaseStatus,
		96: &l.releaseValue, 100: &l.releaseSessionOptions, 130: &l.addConfigEntry,
	}
}

// load loads the library from a file.
func load(path string) (*library, error) {
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, fmt.Errorf("load the library %s: %w", path, err)
	}
	symbol, err := purego.Dlsym(handle, "OrtGetApiBase")
	if err != nil {
		return nil, fmt.Errorf("%s is not the library of ONNX Runtime: %w", path, err)
	}
	var base func() *struct{ getAPI, getVersion uintptr }
	purego.RegisterFunc(&base, symbol)
	var api func(version uint32) *[functions]uintptr
	purego.RegisterFunc(&api, base().getAPI)
	table := api(apiVersion)
	if table == nil {
		return nil, fmt.Errorf("%s is older than version 1.%d of ONNX Runtime", path, apiVersion)
	}
	l := &library{}
	for place, function := range l.places() {
		purego.RegisterFunc(function, table[place])
	}
	return l, nil
}

// check returns a status as an error.
func (l *library) check(s status) error {
	if s == 0 {
		return nil
	}
	defer l.releaseStatus(s)
	return errors.New(l.getErrorMessage(s))
}
