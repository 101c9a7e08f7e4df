// The parts of which the workspace is made: outcomes, rows of episodes, intervals, links, tables.
import { element } from './element.js';

const signs = { SUCCESS: '✓', PARTIAL: '◐', FAILURE: '✗', UNKNOWN: '?' };

// page is the address of a page with what it asks, of a list each; what is empty stays out.
export function page(name, values) {
  const kept = Object.entries(values).flatMap(([key, value]) => [value].flat().map((one) => [key, one])).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  return `./${name}?${new URLSearchParams(kept)}`;
}

export const link = (href, text, properties = {}) => element('a', { href, text, ...properties });

export const episodeLink = (project, key, text = key) => link(page('episode', { project, key }), text);

// episodeLinks are the first of many episodes; the others are folded, and those that were not asked for counted.
export function episodeLinks(project, keys, first, all = keys.length) {
  const links = (some) => some.flatMap((key) => [episodeLink(project, key), ' ']);
  const rest = keys.slice(first);
  return [...links(keys.slice(0, first)), rest.length ? element('details', { class: 'rest' }, element('summary', { text: `and ${all - first} more` }), ...links(rest), all > keys.length ? `and ${all - keys.length} more` : '') : null];
}

export const lower = (word) => (word ?? '').toLowerCase().replaceAll('_', ' ');

export function outcome(value) {
  return element('span', { class: `ended ${lower(value)}`, text: `${signs[value] ?? '?'} ${lower(value)}` });
}

// when shows a time of the service, in UTC as it is recorded, to the minute; of a day the day.
export function when(at) {
  if (!at) return element('time', { text: 'time unknown' });
  return element('time', { datetime: at, title: at, text: at.slice(0, 16).replace('T', ' ') });
}

export function episodeRow(project, e, more) {
  const about = [e.key, e.domain, e.taskType].filter(Boolean).join(' · ');
  return element('li', {}, outcome(e.outcome),
    element('span', { class: 'what' }, link(page('episode', { project, key: e.key }), e.task || e.key, { title: e.task }), element('small', { text: about }), more), when(e.startedAt));
}

export function panel(title, ...children) {
  return element('section', { class: 'panel' }, element('h2', { text: title }), ...children);
}

export const percent = (x) => `${(100 * x).toFixed(1)} %`;

export const ranged = (e) => (e ? `${percent(e.value)} (${percent(e.low)} to ${percent(e.high)})` : 'unknown');

// drawn makes an element of SVG.
export function drawn(name, properties, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// range draws an estimate with its interval between 0 and 1.
export function range(e) {
  if (!e) return element('span', { text: 'unknown' });
  const at = (x) => (4 + 136 * x).toFixed(1);
  return drawn('svg', { class: 'range', viewBox: '0 0 144 16', role: 'img', 'aria-label': ranged(e) },
    drawn('line', { class: 'axis', x1: at(0), x2: at(1), y1: 8, y2: 8 }), drawn('line', { class: 'span', x1: at(e.low), x2: at(e.high), y1: 8, y2: 8 }),
    drawn('circle', { cx: at(e.value), cy: 8, r: 4 }));
}

// signed draws a part of a change, to the left or right of 0; most is what the ends stand for.
export function signed(e, most, name) {
  const at = (x) => 72 + 68 * x / (most || 1);
  return drawn('svg', { class: 'range', viewBox: '0 0 144 16', role: 'img', 'aria-label': name },
    drawn('line', { class: 'axis', x1: at(-most), x2: at(most), y1: 8, y2: 8 }), drawn('rect', { x: Math.min(at(0), at(e.value)).toFixed(1), y: 3, width: Math.abs(at(e.value) - at(0)).toFixed(1), height: 10 }),
    drawn('line', { class: 'whisker', x1: at(e.low).toFixed(1), x2: at(e.high).toFixed(1), y1: 8, y2: 8 }), drawn('line', { class: 'zero', x1: at(0), x2: at(0), y1: 0, y2: 16 }));
}

// bar draws a share.
export function bar(share, kind = '') {
  return drawn('svg', { class: 'bar', viewBox: '0 0 100 4', preserveAspectRatio: 'none', role: 'img', 'aria-label': percent(share) },
    drawn('rect', { class: kind, x: 0, y: 0, width: (100 * share).toFixed(1), height: 4 }));
}

// table is a list with heads; a cell is a text, a number or an element.
export function table(caption, heads, rows) {
  const shown = (content) => (content instanceof Node ? content.textContent : String(content));
  const kind = (text) => (/^\d+$/.test(text) ? 'n' : /^[\d, of.%()-]{1,24}$/.test(text) ? 'short' : null);
  const cell = (content, i) => element('td', { class: kind(shown(content)), 'data-head': heads[i] }, content instanceof Node ? content : String(content ?? ''));
  return element('div', { class: 'wide' }, element('table', { class: 'list' }, caption ? element('caption', { text: caption }) : null,
    element('thead', {}, element('tr', {}, ...heads.map((text, i) => element('th', { scope: 'col', text, class: rows.length && rows.every((cells) => kind(shown(cells[i])) === 'n') ? 'n' : null })))),
    element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells.map(cell))))));
}

// facts are names with their values: texts, numbers or elements.
export function facts(rows) {
  return element('dl', { class: 'facts' }, ...rows.flatMap(([name, value]) => [element('dt', { text: name }), element('dd', {}, value instanceof Node ? value : String(value))]));
}

// folded hides filters on a narrow window, unless one is set.
export function folded(form, set) {
  const made = element('details', { class: 'folded' }, element('summary', { text: set ? 'Filters: some are set' : 'Filters' }), form);
  made.open = innerWidth > 800;
  return made;
}

// capital begins a sentence of the service with a large letter.
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

// few shows the first items of a list and folds the others.
export function few(items, most) {
  const list = (some) => element('ul', { class: 'plain' }, ...some);
  return [list(items.slice(0, most)), ...items.length > most ? [element('details', { class: 'rest' }, element('summary', { text: `and ${items.length - most} more` }), list(items.slice(most)))] : []];
}

// shortened is the beginning of a text, to a word.
export const shortened = (text, most) => (text.length > most ? `${text.slice(0, most).replace(/\s+\S*$/, '')}…` : text);

// small writes a number that may be tiny.
export const small = (x) => (x === null || x === undefined ? 'unknown' : Number(x) !== 0 && Math.abs(x) < 0.01 ? Number(x).toExponential(1) : Number(x).toFixed(2));

// copyButton copies a text and says so.
export function copyButton(text, content) {
  const said = element('span', { role: 'status' });
  const button = element('button', { type: 'button', text, onclick: async () => {
    try {
      await navigator.clipboard.writeText(content());
      said.textContent = ' Copied.';
    } catch {
      said.textContent = ' The browser does not let the page copy; mark the text.';
    }
  } });
  return element('span', {}, button, said);
}

// saved offers a text or a picture as a file.
export function save(name, type, content) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// csv writes rows as RFC 4180 has them. A text that a table program would calculate begins with an apostrophe.
export function csv(heads, rows) {
  const field = (value) => {
    const text = value === null || value === undefined ? '' : String(value);
    const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [heads, ...rows].map((line) => line.map(field).join(',')).join('\r\n');
}

// saveTable returns a button that saves a table as it is shown.
export function saveTable(table, name) {
  const cells = (row) => [...row.children].map((cell) => cell.innerText.trim().replace(/\s*\n\s*/g, '; '));
  return element('button', { type: 'button', text: 'Save as CSV', onclick: () => {
    const [heads, ...rows] = [...table.querySelectorAll('tr')].map(cells);
    save(`${name}.csv`, 'text/csv', csv(heads, rows));
  } });
}

// quoted writes a word for a shell.
export const quoted = (word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

// paged lists what comes in pages: fill returns the items of the next one, and where to go on.
export function paged(fill, list = element('ul', { class: 'rows' })) {
  const more = element('button', { type: 'button', text: 'Show more' });
  const next = async (after) => {
    const { items, from } = await fill(after);
    const at = list.children.length;
    list.append(...items);
    more.hidden = from === null;
    more.onclick = async () => {
      await next(from);
      list.children[at + items.length]?.querySelector('a, button')?.focus();
    };
  };
  return next(null).then(() => element('div', {}, list, more));
}

// trend draws the rates of periods, gaps where nothing is known.
export function trend({ period, points }) {
  const known = points.filter((p) => p.rate);
  if (known.length < 2) return element('span', { class: 'hint', text: 'too few periods' });
  const x = (i) => (2 + 96 * i / (points.length - 1)).toFixed(1);
  const y = (r) => (18 - 16 * r).toFixed(1);
  const line = points.map((p, i) => (p.rate ? `${x(i)},${y(p.rate.value)}` : null)).filter(Boolean).join(' ');
  const name = `by ${period.toLowerCase()}s: ${known.map((p) => percent(p.rate.value)).join(', ')}`;
  const plot = drawn('svg', { class: 'trend', viewBox: '0 0 100 20', role: 'img', 'aria-label': name }, drawn('line', { class: 'axis', x1: 0, x2: 100, y1: 18, y2: 18 }), drawn('polyline', { points: line }));
  return element('div', {}, plot, element('small', { text: `by ${period.toLowerCase()}s` }));
}

// field is a text, a list or a number of a filter.
export const field = (text, input) => element('label', { text }, input);

export const choice = (name, values, chosen) => {
  const select = element('select', { name }, ...values.map(([value, text]) => element('option', { value, text })));
  select.value = chosen ?? values[0][0];
  return select;
};
