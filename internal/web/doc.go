// Package web serves two pages from the binary: GraphiQL, and the page that draws factors and
// the links between them, which asks the service's own GraphQL endpoint. Its one invariant: a
// page shows the same files at the same versions with and without the network; files.json
// pins both.
//
// The files come from npm packages: `npm ci && npm run collect` in this folder copies them
// into dist, which is embedded and not in git. In a binary that was built without, the
// pages load them from a CDN, and the browser checks their hashes.
//
// Package app passes the questions that GraphiQL opens with to [New].
package web
