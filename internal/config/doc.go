// Package config holds every setting of causeway in one struct.
//
// Its one invariant: [Config] is the only list of settings. The key in a file (dotted, the struct
// path), the environment variable (CAUSEWAY_, upper case) and the flag (dashes) of a setting are
// derived from its tags, and an unknown key is an error. Flags override the environment, which
// overrides the file, which overrides the defaults. Only packages cli and app import this one;
// everything else takes plain values.
package config
