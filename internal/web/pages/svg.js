// Writes a drawing as SVG, so that it can be scaled and changed in a report.
import { drawn } from './parts.js';

const line = 17; // pixels from one line of a text to the next
const font = { 'font-family': 'system-ui, sans-serif', 'text-anchor': 'middle' };

// svgOf is the text of a file with all that a graph draws; colour returns a color of the page by its name.
export function svgOf(graph, colour) {
  const { x1, y1, w, h } = graph.elements().boundingBox();
  const parts = [drawn('rect', { x: x1 - 20, y: y1 - 20, width: w + 40, height: h + 40, fill: colour('back') })];
  graph.edges().forEach((e) => parts.push(...arrow(e, colour)));
  graph.nodes().forEach((n) => parts.push(...box(n, colour)));
  return new XMLSerializer().serializeToString(drawn('svg', { viewBox: [x1 - 20, y1 - 20, w + 40, h + 40].map(Math.round).join(' ') }, ...parts));
}

function box(node, colour) {
  const { x, y } = node.position();
  const [w, h] = [node.width(), node.height()];
  const lines = wrapped(node.data('label'), 24);
  return [
    drawn('rect', { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: node.data('shape') === 'rectangle' ? 0 : 8, fill: colour('node'), stroke: colour(node.data('end') ? 'accent' : 'edge'), 'stroke-width': node.data('end') ? 3 : 1.5 }),
    ...lines.map((text, i) => drawn('text', { ...font, x, y: y + 5 + line * (i - (lines.length - 1) / 2), 'font-size': 14, fill: colour('text') }, text)),
  ];
}

// arrow ends where the line meets the box of its effect; what prevents ends in a bar, what occurs together in nothing.
function arrow(edge, colour) {
  const [from, to, at] = [edge.sourceEndpoint(), edge.targetEndpoint(), edge.midpoint()];
  const ink = colour((edge.data('basis') || 'edge').toLowerCase());
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const beside = (back, side) => `${to.x - back * dx - side * dy},${to.y - back * dy + side * dx}`;
  const ends = { triangle: { points: `${beside(0, 0)} ${beside(11, 6)} ${beside(11, -6)}`, fill: ink }, vee: { points: `${beside(11, 6)} ${beside(0, 0)} ${beside(11, -6)}`, fill: 'none' }, tee: { points: `${beside(0, 8)} ${beside(0, -8)}`, fill: 'none' } };
  const end = ends[edge.data('arrow')];
  return [
    drawn('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, stroke: ink, 'stroke-width': edge.data('width'), 'stroke-dasharray': { dashed: '6 4', dotted: '2 4' }[edge.data('line')] ?? 'none' }),
    ...end ? [drawn('polyline', { ...end, stroke: ink, 'stroke-width': 2 })] : [],
    drawn('text', { ...font, x: at.x, y: at.y - 6, 'font-size': 13, fill: ink, stroke: colour('back'), 'stroke-width': 4, 'paint-order': 'stroke' }, edge.data('label')),
  ];
}

// wrapped breaks a text into lines of at most so many letters.
function wrapped(text, most) {
  return text.replaceAll('\u200b', '').split('\n').flatMap((part) => part.split(' ').reduce((lines, word) => {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
    return lines;
  }, /** @type {string[]} */ ([])));
}
