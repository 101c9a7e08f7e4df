// Copies the files of the pages (GraphiQL, the drawing of causes and the plot of effects) from
// node_modules into dist, and records in files.json where a CDN has the same files and their
// hashes.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const wanted = [
  ['graphiql', 'react', 'umd/react.production.min.js'],
  ['graphiql', 'react-dom', 'umd/react-dom.production.min.js'],
  ['graphiql', 'graphiql', 'graphiql.min.js'],
  ['graphiql', 'graphiql', 'graphiql.min.css'],
  ['desk', 'cytoscape', 'dist/cytoscape.min.js'],
  ['desk', 'd3', 'dist/d3.min.js'],
  ['desk', '@observablehq/plot', 'dist/plot.umd.min.js'],
];

const pinned = JSON.parse(readFileSync(join(here, 'package.json'))).dependencies;
mkdirSync(join(here, 'dist'), { recursive: true });

const files = wanted.map(([page, pkg, path]) => {
  const root = join(here, 'node_modules', pkg);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json')));
  if (version !== pinned[pkg]) {
    throw new Error(`${pkg} is ${version} in node_modules and ${pinned[pkg]} in package.json: run npm ci`);
  }
  const content = readFileSync(join(root, path));
  const name = basename(path);
  copyFileSync(join(root, path), join(here, 'dist', name));
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
  return { page, name, package: pkg, version, path, integrity };
});

writeFileSync(join(here, 'files.json'), `${JSON.stringify(files, null, 2)}\n`);
