// Package mcpserver offers the memory to agents over the Model Context Protocol: tools with the
// names of the seeds, and prompts that say when to call them.
//
// A tool is one GraphQL document and the shape of its answer. Every call goes through the GraphQL
// endpoint, so tokens, limits, costs and error codes are the same at both doors. The package knows
// the endpoint only as a function that posts a request: within the service that is its own handler,
// and for `causeway mcp` an HTTP client of a running one.
package mcpserver
