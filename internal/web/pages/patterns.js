// The patterns of a project: status, rate with its interval, and how it went.
import * as documents from './documents.js';
import { element } from './element.js';
import { offer } from './offer.js';
import { choice, csv, field, folded, link, lower, page, quoted, range, ranged, save, table, trend } from './parts.js';
import { count } from './words.js';

const statuses = [['', 'any but deprecated'], ['VALIDATED', 'validated'], ['UNDER_REVIEW', 'under review'], ['CANDIDATE', 'candidate'], ['DEPRECATED', 'deprecated']];
const orders = [['WILSON', 'the surest first'], ['UPDATED', 'the latest change first'], ['RATE', 'the highest rate first'], ['RATE_ASCENDING', 'the lowest rate first'], ['KEY', 'by key']];
const kinds = [['', 'both'], ['no', 'to be done'], ['yes', 'to be avoided']];

export async function patterns(into, desk) {
  const { project, given } = desk;
  const filter = { text: given.text, statuses: given.status ? [given.status] : null, antiPattern: given.avoid ? given.avoid === 'yes' : null };
  const order = given.order ?? 'WILSON';
  const { patterns: found } = await desk.ask(documents.patterns, { project, filter: Object.fromEntries(Object.entries(filter).filter(([, v]) => v !== null && v !== undefined && v !== '')), order, after: given.after ?? null },
    `ask patterns --project ${quoted(project)}`);
  const next = found.pageInfo.hasNextPage ? element('p', {}, link(page('patterns', { ...given, project, after: found.pageInfo.endCursor }), 'The next 30')) : null;
  into.append(element('h1', { text: 'Patterns' }), folded(form(desk), Boolean(given.text || given.status || given.avoid)), element('p', { class: 'sub', text: `${count(found.totalCount, 'pattern')}. A rate says how often it went well with the action, not that the action is why.` }));
  if (found.totalCount === 0) into.append(element('p', { text: 'None. Patterns are mined from the episodes:' }), element('pre', { text: `causeway consolidate --project ${quoted(project)}`, tabindex: '0' }));
  else into.append(table('Rates with 95 % intervals', ['Pattern', 'Status', 'Rate', 'Trials', 'Trend', 'Changed'], found.nodes.map((p) => line(project, p))), ...next ? [next] : [],
    element('div', { class: 'tools' }, element('button', { type: 'button', text: 'Save as CSV', onclick: () => save('patterns.csv', 'text/csv', rows(found.nodes)) })));
}

function line(project, p) {
  const name = element('div', {}, link(page('pattern', { project, key: p.key }), p.name), element('small', { text: `${p.antiPattern ? 'avoid: ' : ''}${p.action}` }));
  return [name, element('span', { class: `chip ${lower(p.status).replace(' ', '-')}`, text: lower(p.status) }), element('div', {}, range(p.rate), element('small', { text: p.rate ? ranged(p.rate) : '' })), number(project, p), trend(p.rateOverTime), p.updatedAt.slice(0, 10)];
}

// number is that of the trials, and leads to them.
const number = (project, p) => link(page('pattern', { project, key: p.key }), String(p.counts.trials), { 'aria-label': `${count(p.counts.trials, 'trial')} of ${p.name}` });

function form(desk) {
  const { project, given } = desk;
  const made = element('form', { class: 'filters', 'aria-label': 'Filters' }, field('Text', element('input', { name: 'text', value: given.text, list: 'names', autocomplete: 'off' })), element('datalist', { id: 'names' }), field('Status', choice('status', statuses, given.status)),
    field('Action', choice('avoid', kinds, given.avoid)), field('Order', choice('order', orders, given.order)), element('button', { type: 'submit', text: 'Filter' }));
  offer(made, (query, variables) => desk.send(query, { project, ...variables }), () => 'patterns');
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    desk.go(page('patterns', { project, ...Object.fromEntries(new FormData(made)) }));
  });
  return made;
}

const rows = (found) => csv(['key', 'name', 'status', 'antiPattern', 'rate', 'low', 'high', 'trials', 'successes', 'failures', 'unknown', 'updatedAt'],
  found.map((p) => [p.key, p.name, p.status, p.antiPattern, p.rate?.value, p.rate?.low, p.rate?.high, p.counts.trials, p.counts.successes, p.counts.failures, p.counts.unknown, p.updatedAt]));
