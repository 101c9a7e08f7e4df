package onnx

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// Network is a network that is ready to run, on one thread for each call of Run. It is safe for concurrent use and lives as long as the program.
type Network struct {
	library       *library
	session       session
	memory        memory
	input, output []byte
	dimension     int
}

// Open loads the library from a file and a network from its form ONNX, whose weights lie in a folder. Input and output are the names of what goes in and
// comes out, whole numbers and a vector of this dimension.
func Open(path string, graph []byte, folder, input, output string, dimension int) (*Network, error) {
	l, err := load(path)
	if err != nil {
		return nil, err
	}
	n := &Network{library: l, input: append([]byte(input), 0), output: append([]byte(output), 0), dimension: dimension}
	if err := n.open(graph, folder); err != nil {
		return nil, fmt.Errorf("open the network in ONNX Runtime: %w", err)
	}
	return n, nil
}

func (n *Network) open(graph []byte, folder string) error {
	l := n.library
	var e environment
	var o options
	if err := errors.Join(l.check(l.createEnv(logErrors, "causeway", &e)), l.check(l.createMemoryInfo(arenaAllocator, memoryDefault, &n.memory))); err != nil {
		return err
	}
	if err := l.check(l.createSessionOptions(&o)); err != nil {
		return err
	}
	defer l.releaseSessionOptions(o)
	return errors.Join(
		l.check(l.setLogSeverity(o, logErrors)),
		l.check(l.setThreads(o, 1)),
		l.check(l.addConfigEntry(o, "session.model_external_initializers_file_folder_path", folder)),
		l.check(l.createSession(e, graph, uintptr(len(graph)), o, &n.session)),
	)
}

// Run returns the vector of one row of whole numbers, which is not empty.
func (n *Network) Run(row []int64) ([]float32, error) {
	if len(row) == 0 {
		return nil, errors.New("run the network: there is no number")
	}
	vector, err := n.run(row)
	if err != nil {
		return nil, fmt.Errorf("run the network over %d numbers: %w", len(row), err)
	}
	return vector, nil
}

func (n *Network) run(row []int64) ([]float32, error) {
	l := n.library
	var pinned runtime.Pinner
	defer pinned.Unpin()
	pinned.Pin(&row[0])
	pinned.Pin(&n.input[0])
	pinned.Pin(&n.output[0])
	shape := int64(len(row))
	var in, made value
	if err := l.check(l.createTensor(n.memory, unsafe.Pointer(&row[0]), uintptr(8*len(row)), &shape, 1, typeInt64, &in)); err != nil {
		return nil, err
	}
	defer l.releaseValue(in)
	inputs, outputs := unsafe.Pointer(&n.input[0]), unsafe.Pointer(&n.output[0])
	if err := l.check(l.run(n.session, 0, &inputs, &in, 1, &outputs, 1, &made)); err != nil {
		return nil, err
	}
	defer l.releaseValue(made)
	var data unsafe.Pointer
	if err := l.check(l.getTensorData(made, &data)); err != nil {
		return nil, err
	}
	vector := make([]float32, n.dimension)
	copy(vector, unsafe.Slice((*float32)(data), n.dimension))
	return vector, nil
}
