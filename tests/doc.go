// Package tests holds no code. What belongs to no single package is tested in the folders below:
// rules reads the source tree; answers, recall, api, ops and pages see causeway from outside, over
// HTTP or by its commands, on real engines. They share harness, which starts services, and tree,
// which reads files. The other folders are programs (audit, bench, conformance, engines, exporting, fuzz,
// load, scale, study, supply, tck, volume), what they share to run the binary, program, and to build what is installed,
// packages, and the labelled questions.
package tests
