package cypher

import _ "embed" // the statements are files

// TraceUpstream answers: a page of what leads to an occurrence, at most 100 links away, nearest first.
//
//go:embed causal/trace_upstream.cypher
var TraceUpstream Statement

// TraceDownstream answers: a page of what an occurrence leads to, at most 100 links away, nearest first.
//
//go:embed causal/trace_downstream.cypher
var TraceDownstream Statement

// CountTraceUpstream answers: how many occurrences lead to an occurrence, at most 100 links away.
//
//go:embed causal/count_trace_upstream.cypher
var CountTraceUpstream Statement

// CountTraceDownstream answers: how many occurrences an occurrence leads to, at most 100 links away.
//
//go:embed causal/count_trace_downstream.cypher
var CountTraceDownstream Statement
