// Package memory puts the services of the domains' chapters together over the ports that the
// engines implement: what happened, why, and what keeps happening.
//
// It imports domain packages only, and decides nothing. The app makes it; the API, the command line
// and tests use it.
package memory
