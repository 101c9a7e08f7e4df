// Package hooks puts the commands of causeway into the settings of agents, and takes them out again.
//
// Its one invariant: it changes nothing but its own entries. [Agent.Install] twice is once, and [Agent.Remove]
// of what [Agent.Install] made gives the settings byte for byte as they were, unless they had an empty list or object
// in its place.
//
// It works on the text of the settings, so that the layout and the order of the rest stay. It imports the
// standard library and internal/lazy only; the command line calls it and reads and writes the files.
package hooks
