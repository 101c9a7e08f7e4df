// Package mcp_test holds the black-box tests of the Model Context Protocol: the official client over
// HTTP and over standard input and output, on the engines of the run.
package mcp_test
