// The list of episodes: by filters, or, with a text, those that recall finds.
import * as documents from './documents.js';
import { element } from './element.js';
import { offering } from './offer.js';
import { capital, csv, episodeRow, folded, link, lower, page, quoted, save } from './parts.js';
import { count } from './words.js';

const outcomes = ['SUCCESS', 'PARTIAL', 'FAILURE', 'UNKNOWN'];
const texts = [['task', 'Task contains', 'any words'], ['domain', 'Domain', ''], ['taskType', 'Kind of task', ''], ['session', 'Session', ''], ['tag', 'Tag', ''], ['tool', 'Tool', '']];
const day = 24 * 60 * 60 * 1000;

export async function episodes(into, desk) {
  const { project, given } = desk;
  const shown = [];
  const list = element('ul', { class: 'rows' });
  const more = element('button', { type: 'button', text: 'Show more' });
  const title = element('h1', { text: given.q ? `Recalled: ${given.q}` : 'Episodes' });
  const told = element('p', { class: 'sub', role: 'status' });
  const fill = async (from) => {
    const { rows, next, text, total } = await (given.q ? recalled : listed)(desk, from);
    const at = list.children.length;
    list.append(...rows.map(({ episode, why }) => episodeRow(project, episode, why)));
    shown.push(...rows.map((r) => r.episode));
    more.hidden = next === null;
    more.onclick = async () => {
      await fill(next);
      list.children[at + rows.length]?.querySelector('a').focus();
    };
    told.textContent = text(shown.length, total);
  };
  const form = filters(desk);
  into.append(title, presets(project, given), folded(form, Object.keys(filterOf(given)).length > 0), told, list, element('div', { class: 'tools' }, more,
    element('button', { type: 'button', text: 'Save as CSV', onclick: () => save('episodes.csv', 'text/csv', table(shown)) })));
  await fill(null);
}

// filterOf is the filter of the API that the address means.
function filterOf({ outcome, failed, task, domain, taskType, session, tag, tool, since, until }) {
  const filter = {
    outcomes: outcome ? [outcome] : null, failed: failed === 'yes' ? true : null, task, domain, taskType, session, tags: tag ? [tag] : null, tools: tool ? [tool] : null, since, until,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

function flags({ outcome, failed, task, domain, taskType, session, tag, tool, since, until }) {
  const named = { outcome: outcome && lower(outcome), task, domain, 'task-type': taskType, session, tag, tool, since, until };
  return [failed === 'yes' ? ' --failed' : '', ...Object.entries(named).filter(([, v]) => v).map(([name, v]) => ` --${name} ${quoted(v)}`)].join('');
}

async function listed(desk, after) {
  const { project, given } = desk;
  const found = (await desk.ask(documents.episodes, { project, filter: filterOf(given), deleted: given.deleted === 'yes', after },
    `episodes${flags(given)}${given.deleted === 'yes' ? ' --deleted' : ''} --project ${quoted(project)}`)).episodes;
  return {
    rows: (found?.nodes ?? []).map((episode) => ({ episode })), next: found?.pageInfo.hasNextPage ? found.pageInfo.endCursor : null, total: found?.totalCount ?? 0,
    text: (n, total) => (total === 0 ? 'No episode meets the filters.' : `${n} of ${count(total, 'episode')}, latest first`),
  };
}

async function recalled(desk, from) {
  const { project, given } = desk;
  const offset = from ?? 0;
  const found = (await desk.ask(documents.recall, { project, text: given.q, filter: filterOf(given), offset },
    `ask recall ${quoted(given.q)}${flags(given)} --project ${quoted(project)}`)).recall;
  const hits = found?.hits ?? [];
  const rows = hits.map((hit) => ({ episode: hit.episode, why: element('small', { text: `${likely(hit)}${lower(hit.part)}: ${hit.text.length > 240 ? `${hit.text.slice(0, 239)}…` : hit.text}` }) }));
  const caveat = [found?.degraded ? found.reason : '', found?.note].filter(Boolean).map(capital).join(' ');
  return {
    rows, next: hits.length === 20 ? offset + 20 : null, total: 0,
    text: (n) => `${n === 0 ? 'Nothing like it is recorded.' : `${count(n, 'episode')}, the most alike first.`} ${caveat}`,
  };
}

// likely is the probability that a hit answers.
function likely({ probability }) {
  return probability === null ? '' : `Answers with ${Math.round(100 * probability)} %. `;
}

// presets are links to what is asked most.
function presets(project, given) {
  const today = new Date().toISOString().slice(0, 10);
  const before = (days) => new Date(Date.parse(today) - days * day).toISOString().slice(0, 10);
  /** @type {[string, Record<string, string>][]} */
  const links = [
    ['All', {}], ['Failures', { outcome: 'FAILURE' }], ['Failures of yesterday', { outcome: 'FAILURE', since: before(1), until: today }], ['Failures of seven days', { outcome: 'FAILURE', since: before(7) }],
    ['Outcome unknown', { outcome: 'UNKNOWN' }], ['Deleted', { deleted: 'yes' }],
  ];
  const now = new URLSearchParams(Object.entries(given).filter(([name]) => name !== 'project')).toString();
  return element('nav', { class: 'presets', 'aria-label': 'Ready filters' }, ...links.map(([text, filter]) => link(page('episodes', { project, ...filter }), text,
    { 'aria-current': new URLSearchParams(filter).toString() === now ? 'true' : null })));
}

function filters(desk) {
  const { given, project } = desk;
  const form = element('form', { class: 'filters', 'aria-label': 'Filters' },
    element('label', { text: 'Outcome' }, element('select', { name: 'outcome' }, element('option', { value: '', text: 'any' }), ...outcomes.map((value) => element('option', { value, text: lower(value) })))),
    ...texts.map(([name, text, placeholder]) => element('label', { text }, element('input', { name, placeholder, autocomplete: 'off', list: `known-${name}` }), element('datalist', { id: `known-${name}`, 'data-of': name }))),
    element('label', { text: 'Begun since' }, element('input', { name: 'since', type: 'date' })), element('label', { text: 'Begun before' }, element('input', { name: 'until', type: 'date' })),
    element('label', { class: 'check' }, element('input', { name: 'failed', type: 'checkbox', value: 'yes' }), 'Something went wrong'),
    element('button', { type: 'submit', text: 'Filter' }));
  for (const input of form.elements) {
    if (!input.name || !given[input.name]) continue;
    if (input.type === 'checkbox') input.checked = given[input.name] === 'yes';
    else input.value = given[input.name];
  }
  form.addEventListener('focusin', () => suggest(desk, form), { once: true });
  offering(form, async (name, text) => (name === 'task' ? [...new Set((await desk.send(documents.tasks, { project, task: text })).episodes.nodes.map((e) => e.task))].map((value) => ({ value, text: '' })) : null));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    desk.go(page('episodes', { project, q: given.q, ...Object.fromEntries(new FormData(form)) }));
  });
  return form;
}

// suggest offers the values of the latest episodes, those of the most episodes first.
async function suggest(desk, form) {
  const { episodes: latest } = await desk.send(documents.common, { project: desk.project }).catch(() => ({ episodes: null }));
  for (const values of form.querySelectorAll('datalist')) {
    const { of } = values.dataset;
    const found = new Map();
    for (const value of (latest?.nodes ?? []).flatMap((e) => ({ tag: e.tags, tool: e.tools })[of] ?? [e[of]])) if (value) found.set(value, (found.get(value) ?? 0) + 1);
    values.replaceChildren(...[...found].sort((a, b) => b[1] - a[1]).map(([value, n]) => element('option', { value, label: count(n, 'episode') })));
  }
}

function table(shown) {
  return csv(['key', 'startedAt', 'outcome', 'task', 'domain', 'taskType', 'session', 'decisions', 'events'],
    shown.map((e) => [e.key, e.startedAt, e.outcome, e.task, e.domain, e.taskType, e.session, e.decisionCount, e.eventCount]));
}
