// Draws factors and links with cytoscape. The position of a factor depends on how many links it
// is away from the ends of the question, so the same answer always gives the same picture.
import { svgOf } from './svg.js';
import { figure, marks, verb, titled } from './words.js';

const arrows = { CAUSES: 'triangle', ENABLES: 'vee', PREVENTS: 'tee', CORRELATES: 'none' };
const lines = { PREVENTS: 'dashed', CORRELATES: 'dotted' };
const shapes = { DECISION: 'round-rectangle', EVENT: 'rectangle', OUTCOME: 'cut-rectangle', CONTEXT: 'barrel', STATED: 'round-rectangle' };
const column = 310;
const least = 96; // pixels from one row to the next
const legible = 12 / 13; // the zoom at which the smallest text is 12 px high
const narrow = 700; // pixels below which causes stand above their effects

export class Drawing {
  // onLink and onFactor get the key of what was clicked.
  constructor(container, onLink, onFactor) {
    this.container = container;
    this.pinned = new Map(); // places by the keys of nodes
    this.onLink = onLink;
    this.onFactor = onFactor;
    this.start(false);
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(container);
  }

  end() {
    this.observer.disconnect();
    this.graph.destroy();
  }

  // start makes the drawing; a large one is moved as a picture, so that it follows the hand.
  start(large) {
    this.graph?.destroy();
    this.large = large;
    this.graph = window.cytoscape({
      container: this.container, minZoom: 0.1, maxZoom: 2.5, boxSelectionEnabled: false, textureOnViewport: large, hideEdgesOnViewport: large, pixelRatio: large ? 1 : 'auto',
    });
    this.graph.on('tap', 'edge', (event) => this.onLink(event.target.id()));
    this.graph.on('tap', 'node', (event) => this.onFactor(event.target.id()));
    this.restyle();
  }

  // draw draws an answer; pins are places as pins() returns them, of nodes that may not be there.
  draw({ factors, links, begins, ends, adjusted = [] }, pins = []) {
    this.pinned = new Map(pins.map((text) => text.match(/^(-?\d+),(-?\d+),(.+)$/)).filter(Boolean).map(([, x, y, key]) => [key, { x: Number(x), y: Number(y) }]));
    const tallest = Math.max(0, ...factors.map((f) => nodeData(f, false, false).height));
    const places = place(factors, links, begins, ends, this.container.clientWidth, tallest);
    for (const [key, at] of this.pinned) if (places.has(key)) places.set(key, at);
    this.begins = begins;
    if (this.large !== factors.length > 500) this.start(factors.length > 500);
    this.graph.elements().remove();
    this.graph.add([
      ...factors.map((f) => ({ group: 'nodes', data: nodeData(f, begins.includes(f.key) || ends.includes(f.key), adjusted.includes(f.variable)), position: places.get(f.key) })),
      ...links.map((l) => ({ group: 'edges', data: edgeData(l) })),
    ]);
    this.hold();
    const { h } = this.graph.elements().boundingBox();
    this.container.style.height = `${Math.round(Math.min(Math.max(h + 90, 230), innerHeight * (this.container.clientWidth < narrow ? 0.95 : 0.75)))}px`;
    this.container.setAttribute('aria-label', `Drawing of ${factors.length} factors and ${links.length} links; the lists beside it say the same`);
    this.fit();
  }

  // add puts what is around a node beside it: its causes before, its effects behind.
  add(key, factors, links) {
    const middle = this.graph.getElementById(key).position();
    const upright = this.container.clientWidth < narrow;
    const row = Math.max(least, ...factors.map((f) => nodeData(f, false, false).height + 26));
    const after = (f) => links.some((l) => l.source === key && l.target === f.key);
    for (const side of [false, true]) {
      const those = factors.filter((f) => after(f) === side);
      those.forEach((f, i) => {
        const along = (side ? 1 : -1) * (upright ? row * 1.4 : column);
        const across = (i - (those.length - 1) / 2) * (upright ? 215 : row);
        const data = nodeData(f, false, false);
        const position = this.free(upright ? { x: middle.x + across, y: middle.y + along } : { x: middle.x + along, y: middle.y + across }, upright, data.height);
        this.graph.add({ group: 'nodes', data, position });
      });
    }
    this.graph.add(links.map((l) => ({ group: 'edges', data: edgeData(l) })));
    this.hold();
    this.fit();
  }

  // hold keeps pinned nodes at their places, and marks them.
  hold() {
    for (const [key, at] of this.pinned) this.graph.getElementById(key).unlock().position(at).lock().data('pinned', 1);
  }

  // pins are the places of pinned nodes, as an address holds them.
  pins() {
    return [...this.pinned].map(([key, { x, y }]) => `${x},${y},${key}`);
  }

  // free moves a place on until a node of that height fits there.
  free(at, upright, height) {
    const taken = (p) => this.graph.nodes().some((n) => Math.abs(n.position('x') - p.x) < 200 && Math.abs(n.position('y') - p.y) < (n.height() + height) / 2 + 20);
    const next = { ...at };
    while (taken(next)) next[upright ? 'x' : 'y'] += upright ? 215 : least;
    return next;
  }

  // fit shows all of it, or, where texts would be too small to read, its beginning.
  fit() {
    this.graph.resize();
    this.whole();
    if (this.graph.zoom() > 1.15) {
      this.graph.zoom(1.15);
      this.graph.center();
    }
    if (this.graph.zoom() >= legible) return;
    this.graph.zoom(legible);
    const first = this.graph.getElementById(this.begins?.[0] ?? '');
    this.graph.center(first.nonempty() ? first : undefined);
    const { x1, y1, w, h } = this.graph.elements().renderedBoundingBox();
    const shift = (begin, size, space) => (size < space - 20 ? (space - size) / 2 - begin : Math.min(0, 24 - begin));
    this.graph.panBy({ x: shift(x1, w, this.graph.width()), y: shift(y1, h, this.graph.height()) });
  }

  // whole shows all of it, however small.
  whole() {
    this.graph.fit(undefined, 24);
  }

  zoom(factor) {
    this.graph.zoom({ level: this.graph.zoom() * factor, renderedPosition: { x: this.graph.width() / 2, y: this.graph.height() / 2 } });
  }

  selected() {
    return this.graph.$('node:selected').first().id() ?? null;
  }

  // pin keeps a node where it is in later drawings, or lets it go; it returns whether it is pinned.
  pin(key) {
    const node = this.graph.getElementById(key);
    if (this.pinned.delete(key)) node.unlock();
    else {
      this.pinned.set(key, { x: Math.round(node.position('x')), y: Math.round(node.position('y')) });
      node.lock();
    }
    node.data('pinned', this.pinned.has(key) ? 1 : 0);
    return this.pinned.has(key);
  }

  picture() {
    const back = getComputedStyle(document.documentElement).getPropertyValue('--back').trim();
    return this.graph.png({ full: true, scale: 2, bg: back, output: 'blob' });
  }

  svg() {
    return svgOf(this.graph, (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  }

  select(key) {
    this.graph.$(':selected').unselect();
    if (key) this.graph.getElementById(key).select();
  }

  // restyle applies the colors of the page.
  restyle() {
    this.graph.style(style((name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()));
  }
}

const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

// short is what stands in a box: of a long factor the state rather than the whole variable, of an occurrence always the episode.
function short(f) {
  if (f.episode) return `${cut(titled(f), 70)}\n${f.episode.key}`;
  const state = f.variable && f.label.startsWith(`${f.variable}=`) ? f.label.slice(f.variable.length) : '';
  if (!state || f.label.length <= 90) return cut(titled(f), 90);
  const kept = cut(state, 60);
  return cut(titled(f).slice(0, -state.length), 90 - kept.length) + kept;
}

function nodeData(f, end, adjusted) {
  const label = short(f).replace(/[^\s\u200b]{18}/g, '$&\u200b'); // where a long word may be broken
  return { id: f.key, label, shape: shapes[f.kind] ?? 'rectangle', height: 26 + 18 * label.split('\n').reduce((n, line) => n + Math.ceil(line.length / 21), 0), end: end ? 1 : 0, stated: f.kind === 'STATED' ? 1 : 0, adjusted: adjusted ? 1 : 0 };
}

function edgeData(l) {
  const stated = l.statedStrength === null ? '' : ` stated ${figure(l.statedStrength)}`;
  const strength = l.step ? '' : l.strength === null ? ` ?${stated}` : ` ${figure(l.strength)}`;
  return {
    id: l.key, source: l.source, target: l.target, arrow: arrows[l.relation], line: lines[l.relation] ?? 'solid', basis: l.bases[0] ?? '',
    width: l.strength === null ? 1.5 : 2 + 6 * l.strength, label: `${verb(l)}${strength}${marks(l)}`, faint: l.unsupported ? 1 : 0,
  };
}

function style(colour) {
  const kinds = ['measured', 'stated', 'extracted', 'temporal'].map((basis) => ({
    selector: `edge[basis = "${basis.toUpperCase()}"]`,
    style: { 'line-color': colour(basis), 'target-arrow-color': colour(basis), color: colour(basis) },
  }));
  return [
    { selector: 'node', style: {
      label: 'data(label)', shape: 'data(shape)', width: 190, height: 'data(height)', 'text-wrap': 'wrap', 'text-max-width': 174,
      'text-valign': 'center', 'font-size': 14, 'font-family': 'system-ui, sans-serif', color: colour('text'), 'background-color': colour('node'),
      'border-width': 1.5, 'border-color': colour('edge') } },
    { selector: 'node[end = 1]', style: { 'border-width': 3, 'border-color': colour('accent') } },
    { selector: 'node[adjusted = 1]', style: { 'border-style': 'double', 'border-width': 6 } },
    { selector: 'node[stated = 1]', style: { 'border-style': 'dotted' } },
    { selector: 'node[pinned = 1]', style: { 'border-style': 'dashed', 'border-width': 3 } },
    { selector: 'edge', style: {
      label: 'data(label)', 'font-size': 13, 'font-family': 'system-ui, sans-serif', color: colour('text'), 'text-background-color': colour('panel'),
      'text-background-opacity': 1, 'text-background-padding': 3, 'curve-style': 'bezier', width: 'data(width)', 'line-style': 'data(line)',
      'target-arrow-shape': 'data(arrow)', 'line-color': colour('edge'), 'target-arrow-color': colour('edge'), 'arrow-scale': 1.2 } },
    ...kinds,
    { selector: 'edge[faint = 1]', style: { 'line-opacity': 0.45 } },
    { selector: ':selected', style: { 'overlay-color': colour('focus'), 'overlay-opacity': 0.25, 'overlay-padding': 6 } },
  ];
}

// place puts causes to the left of their effects.
function place(factors, links, begins, ends, width, tallest) {
  const row = Math.max(least, tallest + 26);
  const steps = new Map();
  walk(begins, links, 1, steps);
  if (ends.length === 0) walk(begins, links, -1, steps);
  const columns = new Map();
  for (const f of factors) {
    const at = steps.get(f.key) ?? 0;
    if (columns.has(at)) columns.get(at).push(f.key);
    else columns.set(at, [f.key]);
  }
  const next = new Map(factors.map((f) => [f.key, []]));
  for (const l of links) {
    next.get(l.source)?.push(l.target);
    next.get(l.target)?.push(l.source);
  }
  const places = new Map();
  for (const at of [...columns.keys()].sort((a, b) => Math.abs(a) - Math.abs(b) || a - b)) {
    const keys = columns.get(at);
    const height = new Map(keys.map((key) => [key, middle(next.get(key), places)]));
    keys.sort((a, b) => height.get(a) - height.get(b) || (a < b ? -1 : 1));
    keys.forEach((key, i) => places.set(key, { x: at * column, y: (i - (keys.length - 1) / 2) * row }));
  }
  if (width < narrow) for (const at of places.values()) [at.x, at.y] = [at.y / row * 215, at.x / column * Math.max(least * 1.4, tallest + 58)];
  else if (ends.length > 0) fold(places, Math.max(...[...columns.values()].map((keys) => keys.length)) * row + least * 0.6, Math.max(2, 1 + Math.floor((width / legible - 238) / column)));
  return places;
}

// fold lays out a long path in lines of alternating direction, so that it stays readable.
function fold(places, height, most) {
  if (Math.max(...[...places.values()].map(({ x }) => x)) / column < most) return;
  for (const at of places.values()) {
    const step = Math.round(at.x / column);
    const line = Math.floor(step / most);
    at.x = (line % 2 === 0 ? step % most : most - 1 - step % most) * column;
    at.y += line * height;
  }
}

// walk counts how many links each factor is away from the beginning, in one direction.
function walk(begins, links, direction, steps) {
  const onward = new Map();
  for (const l of links) {
    const [from, to] = direction > 0 ? [l.source, l.target] : [l.target, l.source];
    if (onward.has(from)) onward.get(from).push(to);
    else onward.set(from, [to]);
  }
  let now = begins;
  begins.forEach((key) => steps.set(key, 0));
  for (let n = 1; now.length > 0; n++) {
    const next = new Set(now.flatMap((key) => onward.get(key) ?? []).filter((key) => !steps.has(key)));
    next.forEach((key) => steps.set(key, n * direction));
    now = [...next];
  }
}

// middle is the mean height of the neighbors placed so far.
function middle(neighbors, places) {
  const heights = neighbors.map((key) => places.get(key)?.y).filter((y) => y !== undefined);
  return heights.length ? heights.reduce((a, b) => a + b, 0) / heights.length : 0;
}
