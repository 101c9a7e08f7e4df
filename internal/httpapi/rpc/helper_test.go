package rpc_test

import (
	"fmt"

	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
)

// bare sends bytes as they are.
type bare struct{}

func (bare) Name() string { return "proto" }

func (bare) Marshal(v any) (mem.BufferSlice, error) {
	body, is := v.(*[]byte)
	if !is {
		return nil, fmt.Errorf("%T is no body", v)
	}
	return mem.BufferSlice{mem.SliceBuffer(*body)}, nil
}

func (bare) Unmarshal(data mem.BufferSlice, v any) error {
	message, is := v.(proto.Message)
	if !is {
		return fmt.Errorf("%T is no message", v)
	}
	return proto.Unmarshal(data.Materialize(), message)
}
