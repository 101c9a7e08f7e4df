// Package web serves the pages of the binary: the analyst's workspace, the page that draws factors
// and their links, and GraphiQL. All of them query the service's own GraphQL endpoint. Its one
// invariant: a page shows the same files at the same versions with and without network access;
// files.json pins both.
//
// The files come from npm packages: `npm ci && npm run collect` in this folder copies them into
// dist, which is embedded but not in git. If the binary was built without them, the pages load
// them from a CDN, and the browser checks their hashes.
//
// Package app passes the questions with which GraphiQL opens to [New].
package web
