// Package pages tests what people read and see: the pages of the documentation, whose blocks are
// typed as a reader would, the pages in a browser, the command line and its help, the dashboards.
// The scripts (*.mjs) drive Chromium.
//
// The invariant: what a page shows was run.
package pages
