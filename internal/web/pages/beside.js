// Puts a run beside another, by default the nearest good run of the same task, and marks the first
// difference that matters.
import * as documents from './documents.js';
import { element } from './element.js';
import { offering } from './offer.js';
import { csv, episodeLink, page, quoted, ranged, save } from './parts.js';

const kinds = { SAME: 'the same', CHANGED: 'changed', ONLY_THIS: 'only here', ONLY_OTHER: 'only there' };

// besideGoodRun returns the comparison with the run that the address names, else the nearest good one.
export async function besideGoodRun(desk, e, runs) {
  const chosen = desk.given.with ?? runs.find((r) => r.sameTask && r.episode.outcome === 'SUCCESS')?.episode.key;
  if (!chosen) return [element('p', { text: 'No good run of the same task is known.' }), another(desk, e, runs)];
  const { project } = desk;
  const other = runs.find((r) => r.episode.key === chosen);
  const found = (await desk.ask(documents.beside, { project, key: e.key, other: chosen }, `ask compare ${quoted(e.key)} ${quoted(chosen)} --project ${quoted(project)}`)).episode.compareTo;
  const same = other?.sameTask ? 'the same task' : 'another task like it';
  return [element('p', {}, `With ${same}: `, episodeLink(project, chosen, other?.episode.task || chosen), ` (${chosen})`), difference(found), pairs(e, chosen, found), another(desk, e, runs)];
}

// another takes the run to compare with by its key.
function another(desk, e, runs) {
  const made = element('form', { class: 'inline', 'aria-label': 'Put another run beside it' }, element('input', { name: 'with', 'aria-label': 'Key of another episode', placeholder: 'the key of another episode', list: 'known-runs', autocomplete: 'off' }),
    element('datalist', { id: 'known-runs' }, ...runs.map((r) => element('option', { value: r.episode.key, label: r.episode.task }))), element('button', { type: 'submit', text: 'Put beside it' }));
  offering(made, async (_, text) => {
    const { of, is } = await desk.send(documents.likely, { project: desk.project, task: text, key: text });
    const found = new Map([...is.hits.map((hit) => hit.episode), ...of.nodes].map((one) => [one.key, one]));
    return [...found.values()].filter(({ key }) => key !== e.key).map(({ key, task }) => ({ value: key, text: task }));
  });
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    desk.go(page('episode', { project: desk.project, key: e.key, with: String(new FormData(made).get('with')).trim() }));
  });
  return made;
}

function difference({ first }) {
  if (!first) return element('p', { text: 'No difference that matters: no change and no failed call is in one of them alone.' });
  const share = first.share ? `: ${ranged(first.share)}` : '';
  return element('p', { text: `The first difference that matters is marked. ${first.goodRuns ? `${first.goodWith} of ${first.goodRuns} good runs of the task have that step${share}.` : 'No good run of the task is known.'}` });
}

function pairs(e, other, found) {
  const isFirst = (p) => found.first && p.this?.key === found.first.pair.this?.key && p.other?.key === found.first.pair.other?.key;
  const cell = (step, mark) => element('td', {}, mark ? element('span', { class: 'first-mark', text: '▶ first difference: ' }) : null, step ? `${step.shortId} ${step.label}` : '–');
  const rows = found.pairs.map((p) => element('tr', { class: `${p.kind.toLowerCase()}${isFirst(p) ? ' first' : ''}` },
    element('td', { text: kinds[p.kind] }), cell(p.this, isFirst(p) && p.this), cell(p.other, isFirst(p) && !p.this)));
  const saved = () => csv(['kind', e.key, other], found.pairs.map((p) => [p.kind, p.this?.label, p.other?.label]));
  return element('div', {}, element('table', { class: 'pairs' }, element('thead', {}, element('tr', {}, ...['Step', 'This run', 'The other'].map((text) => element('th', { scope: 'col', text })))), element('tbody', {}, ...rows)),
    found.cut || found.pairCount > found.pairs.length ? element('p', { class: 'hint', text: `${found.pairs.length} of ${found.pairCount} pairs are shown.` }) : null,
    element('div', { class: 'tools' }, element('button', { type: 'button', text: 'Save as CSV', onclick: () => save('comparison.csv', 'text/csv', saved()) })));
}
