// Package web serves the explorer page, GraphiQL, from the binary. Its one invariant: the
// page shows the same files at the same versions with and without the network; files.json
// pins both.
//
// The files come from npm packages: `npm ci && npm run collect` in this folder copies them
// into dist, which is embedded and not in git. In a binary that was built without, the
// page loads them from a CDN, and the browser checks their hashes.
//
// Package app passes the questions that the page opens with to [New].
package web
