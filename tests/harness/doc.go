// Package harness is what the tests from outside share: a [House] with the services of one test
// package, the [Service] and [Project] over which they ask, the command line ([CLI]), `causeway up`
// in a process that can be killed ([Running]), and the queries that several packages ask.
//
// The invariant: a test works in a project of its own, and sees causeway as a client does. Each
// test package has one [House], made and ended by its TestMain: on the embedded engines with a file
// of its own, else over the servers that the environment names. The binary is built once in a
// package, by the first test that runs it. Only tests import this package.
package harness
