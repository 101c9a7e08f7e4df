package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/causeway-memory/causeway/internal/onnx"
	"github.com/causeway-memory/causeway/internal/sentence"
)

// inherited is the number of the file that is the listening socket.
const inherited = 3

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: causeway-model MODEL_FOLDER LIBRARY; causeway starts it itself")
		os.Exit(2)
	}
	if err := serve(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "causeway-model:", err)
		os.Exit(1)
	}
}

// serve answers until standard input ends.
func serve(folder, library string) error {
	listener, err := net.FileListener(os.NewFile(inherited, "socket"))
	if err != nil {
		return fmt.Errorf("inherit a listening socket as file %d: %w", inherited, err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // that it ends is what matters
		os.Exit(0)
	}()
	embed, err := open(folder, library)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("POST /v1/embeddings", embed)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}

// open reads the model and loads it into the runtime.
func open(folder, library string) (*embedder, error) {
	model, err := sentence.Open(folder)
	if err != nil {
		return nil, err
	}
	graph, err := model.Graph()
	if err != nil {
		return nil, err
	}
	network, err := onnx.Open(library, graph, folder, sentence.Input, sentence.Output, model.Dimension())
	if err != nil {
		return nil, err
	}
	return &embedder{model, network}, nil
}
