// The tools below a drawing: zoom, full screen, neighbors, pins, and what can be taken into a report.
import { element } from './element.js';
import { csv, save, saveTable } from './parts.js';

const shapes = { DECISION: ['[', ']'], EVENT: ['(', ')'], OUTCOME: ['{{', '}}'] };
const arrows = { CAUSES: '-->', ENABLES: '-.->', PREVENTS: '--x', CORRELATES: '---' };

// toolbar makes the buttons of a group work; drawing and answer return what is shown now.
export function toolbar(group, { drawing, answer, expand, remember, say }) {
  const picked = (then) => {
    const key = drawing()?.selected();
    if (key) then(key);
    else say('Pick a box first: click it, or go to it in the list.');
  };
  const acts = {
    in: () => drawing()?.zoom(1.3), out: () => drawing()?.zoom(1 / 1.3), whole: () => drawing()?.whole(),
    screen: () => (document.fullscreenElement ? document.exitFullscreen() : group.parentElement.requestFullscreen()),
    expand: () => picked(expand),
    pin: () => picked((key) => {
      say(drawing().pin(key) ? 'It stays where it is.' : 'It is free again.');
      remember();
    }),
    png: async () => save('causes.png', 'image/png', await drawing().picture()),
    svg: () => drawing() && save('causes.svg', 'image/svg+xml', drawing().svg()),
    link: async () => {
      try {
        await navigator.clipboard.writeText(location.href);
        say('The address of this drawing is copied.');
      } catch {
        say('The browser does not let the page copy: the address of the page is the question, so copy that.');
      }
    },
    mermaid: () => save('causes.mmd', 'text/plain', mermaid(answer())),
    csv: () => save('causes.csv', 'text/csv', links(answer())),
  };
  group.addEventListener('click', (event) => acts[event.target.closest('button')?.dataset.do]?.());
}

// plotTools returns buttons that save the plots of a figure with the colors that they have now, and the table that says the same.
export function plotTools(figure, name, table) {
  const first = () => figure.querySelector('svg:not(svg svg)');
  const button = (text, act) => element('button', { type: 'button', text, onclick: act });
  return element('div', { class: 'tools' }, button('Plot as SVG', () => save(`${name}.svg`, 'image/svg+xml', drawnText(first()))), button('Plot as PNG', async () => save(`${name}.png`, 'image/png', await raster(first()))), saveTable(table, name));
}

// drawnText is a plot as a file of its own: variables of the page are replaced by their values.
function drawnText(svg) {
  const style = getComputedStyle(document.documentElement);
  const copy = svg.cloneNode(true);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.style.background = style.getPropertyValue('--back').trim();
  copy.style.fontFamily = 'sans-serif';
  return new XMLSerializer().serializeToString(copy).replace(/var\((--[\w-]+)\)/g, (whole, name) => style.getPropertyValue(name).trim() || whole);
}

async function raster(svg) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawnText(svg))}`;
  await picture.decode();
  const { width, height } = svg.viewBox.baseVal;
  const canvas = Object.assign(document.createElement('canvas'), { width: 2 * width, height: 2 * height });
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => { canvas.toBlob(done, 'image/png'); });
}

// mermaid writes a flowchart; what would end a text is written as an entity.
export function mermaid({ factors, links: all }) {
  const text = (label) => `"${label.replace(/[#"<>&\n\r`]/g, (c) => `#${c.codePointAt(0)};`)}"`;
  const ids = new Map(factors.map((f, i) => [f.key, `n${i}`]));
  const box = (f) => (shapes[f.kind] ?? ['[', ']']).map((edge, i) => (i === 0 ? edge + text(f.label) : edge)).join('');
  const lines = all.map((l) => `  ${ids.get(l.source)} ${arrows[l.relation]}|${text(l.relation.toLowerCase())}| ${ids.get(l.target)}`);
  return ['flowchart LR', ...factors.map((f) => `  ${ids.get(f.key)}${box(f)}`), ...lines, ''].join('\n');
}

function links({ factors, links: all }) {
  const names = new Map(factors.map((f) => [f.key, f.label]));
  return csv(['source', 'relation', 'target', 'bases', 'strength', 'statedStrength', 'episode', 'key'],
    all.map((l) => [names.get(l.source), l.relation, names.get(l.target), l.bases.join(' '), l.strength, l.statedStrength, l.episode?.key, l.key]));
}
