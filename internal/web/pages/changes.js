// Two spans of time beside each other: how often a state occurred in each, and what carries the difference.
import * as documents from './documents.js';
import { element } from './element.js';
import { tie } from './factors.js';
import { offer } from './offer.js';
import { field, link, page, panel, percent, quoted, range, ranged, saveTable, signed, table } from './parts.js';
import { count } from './words.js';

const spans = [['before', 'First period from'], ['beforeEnd', 'First period until'], ['after', 'Second period from'], ['afterEnd', 'Second period until']];

// monthOf is the address that compares the month of a time with the month before it.
export function monthOf(at) {
  const [year, month] = at.slice(0, 7).split('-').map(Number);
  const first = (of) => new Date(Date.UTC(year, of, 1)).toISOString().slice(0, 10);
  return { before: first(month - 2), beforeEnd: first(month - 1), after: first(month - 1), afterEnd: first(month) };
}

export async function changes(into, desk) {
  const { project, given } = desk;
  const target = given.target || 'outcome=failure';
  const { before = '', beforeEnd = '', after = '', afterEnd = '' } = given;
  let dates = { before, beforeEnd, after, afterEnd };
  const last = await latest(desk);
  if (!Object.values(dates).some(Boolean) && last) dates = monthOf(last);
  into.append(element('h1', { text: 'What changed' }), element('p', { class: 'sub', text: 'How often a state occurred in each of two periods, and how much of the difference each mechanism of the causal graph carries.' }));
  into.append(...last ? [months(project, target, last, dates)] : [], form(desk, target, dates));
  if (!dates.beforeEnd && !dates.after) {
    into.append(element('p', { text: 'Say where the first period ends, or the second begins.' }));
    return;
  }
  const rates = panel(`How often: ${target}`);
  const parts = panel('What carries the change');
  into.append(rates, parts);
  const found = ask(desk, target, dates);
  desk.try(rates, async () => shares(project, target, dates, await found));
  desk.try(parts, async () => carriers(project, dates, await found));
}

// latest is when the latest episode began.
async function latest({ project, ask: send }) {
  const at = (await send(documents.latest, { project })).episodes?.nodes[0]?.startedAt;
  return at ?? null;
}

// months lead to what changed in each of the last ones.
function months(project, target, last, dates) {
  const [year, month] = last.slice(0, 7).split('-').map(Number);
  const all = Array.from({ length: 8 }, (_, back) => new Date(Date.UTC(year, month - 8 + back, 1)).toISOString());
  return element('nav', { class: 'presets', 'aria-label': 'Months' }, ...all.map((at) => link(page('changes', { project, target, ...monthOf(at) }), named(at),
    { 'aria-current': monthOf(at).after === dates.after && monthOf(at).afterEnd === dates.afterEnd ? 'true' : null })));
}

// named is a month in words.
export const named = (at) => new Date(at).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC', year: 'numeric' });

async function ask(desk, target, { before, beforeEnd, after, afterEnd }) {
  const { project } = desk;
  const span = (since, until) => ({ since: since || null, until: until || null });
  const flags = [['since', before], ['at', after], ['until', afterEnd]].filter(([, day]) => day).map(([name, day]) => ` --${name} ${quoted(day)}`).join('');
  const command = after && beforeEnd === after ? `ask why-changed ${quoted(target)}${flags} --project ${quoted(project)}` : null;
  const asked = await desk.ask(documents.whyChanged, { project, target, before: span(before, beforeEnd || after), after: span(after || beforeEnd, afterEnd) }, command);
  return asked.project?.whyChanged;
}

function form(desk, target, dates) {
  const { project } = desk;
  const made = element('form', { class: 'filters', 'aria-label': 'Periods' },
    field('State', element('input', { name: 'target', value: target, list: 'states', autocomplete: 'off', spellcheck: 'false' })), element('datalist', { id: 'states' }),
    ...spans.map(([name, text]) => field(text, element('input', { name, type: 'date', value: dates[name]?.slice(0, 10) }))), element('button', { type: 'submit', text: 'Compare' }));
  offer(made, (query, variables) => desk.send(query, { project, ...variables }), () => 'states');
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    desk.go(page('changes', { project, ...Object.fromEntries(new FormData(made)) }));
  });
  return made;
}

// episodesOf leads to the episodes of a period; of an outcome, to those that ended so.
function episodesOf(project, since, until, target, text) {
  const [variable, state] = target.split('=');
  return link(page('episodes', { project, since, until, outcome: variable === 'outcome' ? state.toUpperCase() : '' }), text);
}

function shares(project, target, { before, beforeEnd, after, afterEnd }, found) {
  if (!found?.target) return element('p', {}, `No state, or more than one, is named “${target}”: `, link(page('factors', { project, label: target, least: 1 }), 'look for it among the factors'), '.');
  const row = (name, e, told, since, until) => [name, told ? range(e) : 'unknown', told ? ranged(e) : '', episodesOf(project, since, until, '', String(told)), episodesOf(project, since, until, target, target.startsWith('outcome=') ? `Its ${target.slice(8)}s` : 'Its episodes')];
  const told = found.beforeTold && found.afterTold;
  return [
    table('Shares with 95 % intervals', ['Period', 'Share', 'In figures', 'Episodes that tell it', 'Which'], [
      row('first', found.before, found.beforeTold, before, beforeEnd || after), row('second', found.after, found.afterTold, after || beforeEnd, afterEnd)]),
    found.status === 'OK' ? element('p', {}, element('strong', { text: `${points(found.change)}.` })) : element('p', { text: told ? `No conclusion: ${found.reason}` : found.reason }),
  ];
}

const plus = (x) => `${x < 0 ? '−' : '+'}${percent(Math.abs(x)).replace(' %', '')}`;

// points is a difference of shares with its interval.
const points = ({ value, low, high }) => `${plus(value)} points (${plus(low)} to ${plus(high)})`;

// evidence folds the links of a mechanism, each of which leads to its episodes.
function evidence(project, { given, links }) {
  if (links.length === 0) return given.length ? 'chosen by the counts' : 'an input';
  return element('details', {}, element('summary', { text: count(links.length, 'link') }), element('ul', { class: 'plain' }, ...links.map((l) => tie(project, l))));
}

function carriers(project, { before, beforeEnd, after, afterEnd }, found) {
  if (!found?.parts.length) return element('p', { text: found?.status === 'OK' ? 'Nothing that leads to it is known in both periods.' : 'It takes a conclusion about the rates first.' });
  const most = Math.max(...found.parts.flatMap(({ share }) => [Math.abs(share.low), Math.abs(share.high), Math.abs(share.value)]));
  const name = (p) => element('div', {}, link(page('factors', { project, label: p.variable, least: 1 }), p.variable),
    element('small', { text: p.given.length ? `how it follows from ${p.given.join(', ')}` : 'how often it has which state' }));
  const in_ = (since, until, n) => episodesOf(project, since, until, '', String(n));
  const rows = found.parts.map((p) => [name(p), element('div', {}, signed(p.share, most, points(p.share)), element('small', { text: `${points(p.share)}; ${p.sure ? 'sure' : 'open: it may be none'}` })),
    in_(before, beforeEnd || after, p.beforeCounted), in_(after || beforeEnd, afterEnd, p.afterCounted), evidence(project, p)]);
  const list = table('', ['Mechanism', 'Part of the change', 'Counted in the first', 'in the second', 'Its links, with their evidence'], rows);
  return [
    list, element('div', { class: 'tools' }, saveTable(list, 'changes')),
    element('p', { class: 'hint', text: `The graph does not explain ${plus(found.unexplained)} points. ${found.exact ? '' : 'Of the orders of the mechanisms some were drawn. '}A number leads to all episodes of its period. A part says what changed, not why.` }),
  ];
}
