// Package team generates the second example project: half a year of a team of agents who bring
// changes to the services of Skarvik Ferries, an invented company. Episodes repeat decisions and
// errors, and the reason for a choice also bears on how it ends, so that comparing bare shares
// misleads. [World] holds the probabilities from which everything is drawn; README.md states what
// follows from them. The same version always generates the same episodes.
package team
