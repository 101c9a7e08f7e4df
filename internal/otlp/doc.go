// Package otlp takes traces and log records of agents in: requests of the OpenTelemetry protocol become
// execution events.
//
// Its one invariant: every span and every record is accounted for. It is stored, merged with the same one
// that came before, or refused with a reason; what a convention does not know is stored under its name.
//
// The conventions are tables: which attribute has what ([fields]), and which word is what kind of span. A
// new convention, or a new name of an old one, is a line there.
//
// It imports the types of traces and the package that captures. The HTTP and gRPC doors and the importer
// call it.
package otlp
