// Home: failures first, what happened lately, the patterns that changed, and how the project stands.
import { monthOf, named } from './changes.js';
import * as documents from './documents.js';
import { element } from './element.js';
import { episodeRow, link, lower, page, panel, quoted, range, when } from './parts.js';
import { count } from './words.js';

const day = 24 * 60 * 60 * 1000;

export async function home(into, desk) {
  const { project, known } = desk;
  if (known.length === 0) {
    empty(into, 'There is no project yet', 'demo');
    return;
  }
  const today = new Date().toISOString().slice(0, 10);
  const before = (days) => new Date(Date.parse(today) - days * day).toISOString().slice(0, 10);
  const dates = { yesterday: before(1), today, week: before(7) };
  const [{ projects }, found] = await Promise.all([
    desk.ask(documents.totals, {}), known.includes(project) ? desk.ask(documents.lately, { project, ...dates }, `episodes --outcome failure --project ${quoted(project)}`) : null,
  ]);
  const own = projects.find((p) => p.name === project);
  if (!own || !found) {
    into.append(element('h1', { text: `No project ${project}` }), element('p', { text: 'It is not there, or the token gives no access to it. A project comes into being with its first episode:' }), element('pre', { text: `causeway import FILE… --project ${quoted(project)}`, tabindex: '0' }), others(projects, project));
    return;
  }
  if (own.totals.episodes === 0) {
    empty(into, `${project} has no episode yet`, project);
    return;
  }
  const changed = panel('Patterns that changed');
  const stands = panel('How it stands');
  into.append(element('h1', { text: project }), element('p', { class: 'sub' }, ...totals(project, own)),
    element('div', { class: 'split' }, element('div', {}, failures(project, found, dates), lately(project, found.latest)), element('div', {}, changed, stands, others(projects, project))));
  desk.try(changed, () => patterns(desk));
  desk.try(stands, () => standing(desk));
}

function totals(project, { createdAt, totals: t }) {
  return [element('span', {}, link(page('episodes', { project }), count(t.episodes, 'episode')), `, ${count(t.decisions, 'decision')}, ${count(t.events, 'event')}, ${count(t.links, 'link')}`),
    element('span', { text: `recorded since ${createdAt.slice(0, 10)}` })];
}

// failures counts what failed, each count a link to its episodes, and shows the latest.
function failures(project, found, { yesterday, today, week }) {
  const counts = [
    [found.yesterday, 'yesterday', { outcome: 'FAILURE', since: yesterday, until: today }], [found.week, 'in seven days', { outcome: 'FAILURE', since: week }],
    [found.failures, 'in all', { outcome: 'FAILURE' }], [found.troubled, 'with anything wrong in them', { failed: 'yes' }],
  ].map(([{ totalCount }, text, filter]) => element('li', {}, element('a', { href: page('episodes', { project, ...filter }) }, element('b', { text: totalCount }), ` ${text}`)));
  const made = panel('Failures', element('ul', { class: 'counts' }, ...counts),
    found.failures.nodes.length ? element('ul', { class: 'rows' }, ...found.failures.nodes.map((e) => episodeRow(project, e))) : element('p', { text: 'No episode failed.' }));
  made.classList.add('warm');
  return made;
}

function lately(project, { nodes, totalCount }) {
  return panel('Lately', element('ul', { class: 'rows' }, ...nodes.map((e) => episodeRow(project, e))),
    element('p', {}, link(page('episodes', { project }), `All ${count(totalCount, 'episode')}`), ...changed(project, nodes)));
}

// changed leads to what changed in the month of the latest episode.
function changed(project, nodes) {
  const at = nodes.find((e) => e.startedAt)?.startedAt;
  if (!at) return [];
  return [' · ', link(page('changes', { project, ...monthOf(at) }), `What changed in ${named(at)}`)];
}

async function patterns(desk) {
  const { project } = desk;
  const found = (await desk.ask(documents.changed, { project }, `ask patterns --project ${quoted(project)}`)).patterns;
  if (found.totalCount === 0) {
    return [element('p', { text: 'There is no pattern yet. Mine the episodes for them:' }), element('pre', { text: `causeway consolidate --project ${quoted(project)}`, tabindex: '0' })];
  }
  return [element('ul', { class: 'plain' }, ...found.nodes.map((p) => element('li', {},
    link(page('pattern', { project, key: p.key }), p.name), element('small', { text: [lower(p.status), p.antiPattern ? 'to be avoided' : '', p.reason].filter(Boolean).join(' · ') }),
    range(p.rate), ' ', element('span', { class: 'hint', text: `${count(p.counts.trials, 'trial')} · ` }), when(p.updatedAt)))), element('p', {}, link(page('patterns', { project }), `All ${count(found.totalCount, 'pattern')}`))];
}

async function standing(desk) {
  const { project } = desk;
  const { project: own, capture, jobs } = await desk.ask(documents.standing, { project }, `quality --project ${quoted(project)}`);
  const q = own.quality;
  const waiting = [
    own.index.total && own.derivation.pending ? `${count(own.derivation.pending, 'episode')} wait for their factors` : '',
    own.index.embedded < own.index.chunks && (own.index.active.provider || own.index.building?.provider) ?
      `${own.index.chunks - own.index.embedded} of ${own.index.chunks} parts wait for their vectors` : '',
    capture.health.waiting ? `${count(capture.health.waiting, 'captured event')} wait (of all projects)` : '',
    capture.health.failed ? `${count(capture.health.failed, 'captured event')} refused (of all projects)` : '',
    ...jobs.nodes.filter((j) => j.state === 'RUNNING').map((j) => `a job runs: ${lower(j.kind)}, ${j.done} of ${j.total}`),
  ].filter(Boolean);
  const among = (filter, text) => link(page('factors', { project, ...filter }), text);
  const quality = q ? [among({ least: 1 }, count(q.factors, 'factor')), ', ', among({ least: 5 }, `${q.recurring} of them`), ` in five episodes or more; ${count(q.links, 'link')}: ${q.links - q.unmeasured} measured, `,
    among({}, `${q.unsupported} not borne out`), `, ${q.onlyTemporal} by the order in time alone; the outcome of `, link(page('episodes', { project, outcome: 'UNKNOWN' }), count(q.unknownOutcomes, 'episode')), ' is unknown.'] : ['No factor yet.'];
  return [
    element('p', {}, element('strong', { text: 'Backlog: ' }), waiting.length ? `${waiting.join('; ')}.` : 'nothing waits.'),
    element('p', {}, element('strong', { text: 'Quality: ' }), ...quality, ' ', link(page('factors', { project }), 'Factors and links in doubt')),
    q?.advice.length ? element('details', {}, element('summary', { text: `${count(q.advice.length, 'piece')} of advice` }), element('ul', {}, ...q.advice.map((a) => element('li', { text: a.text })))) : null,
  ];
}

function others(projects, shown) {
  return panel('Projects', element('ul', { class: 'plain' }, ...projects.map((p) => element('li', {},
    link(page('', { project: p.name }), p.name, { 'aria-current': p.name === shown ? 'true' : null }), ` ${count(p.totals.episodes, 'episode')}`))));
}

// empty says what to do next, with the commands.
function empty(into, title, project) {
  const commands = [
    ['See it work: the episodes of a story, and four questions about them.', 'causeway demo'],
    ['Take in what your agents did so far: their transcripts, or files of episodes.', `causeway import FILE… --project ${quoted(project)}`],
    ['Let an agent read and feed the memory by itself.', 'causeway hooks --help'],
  ];
  into.append(element('h1', { text: title }), panel('What to do next', element('ol', { class: 'next' },
    ...commands.map(([why, command]) => element('li', {}, element('p', { text: why }), element('pre', { text: command, tabindex: '0' }))))));
}
