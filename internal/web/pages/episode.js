// One episode: what points to its failure, its timeline, a good run beside it, what led to it, runs
// like it, what is recorded of it.
import { besideGoodRun } from './beside.js';
import * as documents from './documents.js';
import { element } from './element.js';
import { bar, capital, episodeLink, episodeLinks, few, link, lower, outcome, page, panel, percent, quoted, save, shortened, when } from './parts.js';
import { rests } from './rests.js';
import { timeline, whole } from './timeline.js';
import { count } from './words.js';

export async function episode(into, desk) {
  const { project, given: { key } } = desk;
  if (!key) {
    desk.go(page('episodes', { project }));
    return;
  }
  const { episode: e } = await desk.find(documents.episode, { project, key }, `show ${quoted(key)} --project ${quoted(project)}`);
  if (!e) {
    const why = element('p', { class: 'flag' });
    into.append(element('h1', { text: `No episode ${key}` }), why, element('p', {}, link(page('episodes', { project, q: key }), 'Recall episodes that mention it'), ' · ', link(page('episodes', { project, deleted: 'yes' }), 'Deleted episodes')));
    desk.try(why, async () => (await desk.ask(documents.rests, { project, of: { episode: key }, offset: 0 }, `ask dependents --episode ${quoted(key)} --project ${quoted(project)}`)).project?.dependents.note);
    return;
  }
  const decided = panel(e.outcome === 'SUCCESS' ? 'Steps' : 'What points to the failure');
  const like = panel('Runs like it');
  const beside = panel('Beside a good run');
  const led = panel('What led to the outcome');
  const steps = timeline(desk, e);
  into.append(...title(e), head(e));
  into.append(element('div', { class: 'split' },
    element('div', {}, panel('Timeline', steps), beside, about(e), resting(desk, e), kept(desk, e)), element('div', { class: 'second' }, decided, like, led)));
  decided.hidden = e.outcome === 'SUCCESS';
  const found = desk.ask(documents.suspects, { project, key }, `ask decisive ${quoted(key)} --project ${quoted(project)}`);
  desk.try(decided, async () => suspects(desk, e, (await found).episode.decisiveSteps, steps));
  desk.try(like, async () => similar(project, e, (await found).episode.similarRuns));
  desk.try(beside, async () => besideGoodRun(desk, e, (await found).episode.similarRuns));
  desk.try(led, () => causes(desk, e));
}

// resting is what rests on the episode, and on its session.
function resting(desk, e) {
  const ways = { send: desk.ask, trying: desk.try };
  return element('section', { class: 'panel' }, rests('What rests on it', desk.project, { episode: e.key }, ways),
    e.session && e.session !== e.key ? rests(`What rests on its session, ${e.session}`, desk.project, { source: e.session }, ways) : null);
}

// title is the task; of a long one the beginning, and the rest folded.
function title(e) {
  const task = e.task || e.key;
  const short = shortened(task, 140);
  return [element('h1', { text: short }), ...short === task ? [] : [element('details', {}, element('summary', { text: 'The whole task' }), element('p', { class: 'whole', text: task }))]];
}

function head(e) {
  const facts = [e.key, e.session && e.session !== e.key ? `session ${e.session}` : '', [e.domain, e.taskType].filter(Boolean).join(' · '), e.complexity ? `complexity: ${e.complexity}` : '', e.metrics.durationMinutes === null ? '' : `${e.metrics.durationMinutes} min`];
  return element('p', { class: 'sub' }, outcome(e.outcome), when(e.startedAt), ...facts.filter(Boolean).map((text) => element('span', { text })),
    e.reportedOutcome && lower(e.reportedOutcome) !== lower(e.outcome) ? element('span', { text: `reported as “${e.reportedOutcome}”` }) : null);
}

// suspects lists the decisive steps, and marks them in the timeline.
function suspects(desk, e, found, steps) {
  if (found.status !== 'RANKED') return element('p', { text: found.status === 'NOT_FAILED' ? 'The episode did not fail.' : `${capital(found.note || 'nothing points to a step')}.` });
  const named = found.steps.filter((s) => s.occurrence && s.reasons.length);
  const mark = () => named.forEach((s, i) => stepOf(steps, s)?.querySelector('.head')?.append(element('span', { class: 'suspect', text: `suspect ${i + 1}` })));
  mark();
  steps.addEventListener('filled', mark);
  return [element('p', { class: 'hint', text: `${capital(found.note)}. A place to look, not a verdict.` }), element('ol', { class: 'suspects' }, ...named.map((s) => suspect(desk, e, s, steps))),
    element('p', { class: 'hint', text: 'Nothing points to the other steps.' })];
}

const stepOf = (steps, { occurrence }) => [...steps.querySelectorAll('[data-key]')].find((item) => item.dataset.key === occurrence.key);

function suspect(desk, e, s, steps) {
  const { occurrence, probability, reasons } = s;
  const open = async () => {
    if (!stepOf(steps, s)) await desk.try(steps, () => whole(desk, e, steps));
    steps.querySelectorAll('.shown').forEach((step) => step.classList.remove('shown'));
    const step = stepOf(steps, s);
    step?.classList.add('shown');
    step?.scrollIntoView({ block: 'center' });
    step?.focus();
  };
  return element('li', {}, element('button', { type: 'button', class: 'open', onclick: open, text: `${occurrence.shortId} ${occurrence.label}` }),
    element('div', { class: 'share' }, bar(probability, 'bad'), element('span', { text: percent(probability) })),
    element('ul', { class: 'plain' }, ...reasons.map((r) => element('li', {}, `${capital(r.text)} `, ...episodeLinks(desk.project, r.runs, 3)))));
}

function similar(project, e, runs) {
  if (runs.length === 0) return element('p', { text: 'No other run is like it.' });
  return few(runs.map((r) => element('li', {}, outcome(r.episode.outcome), ' ', episodeLink(project, r.episode.key, shortened(r.episode.task || r.episode.key, 120)),
    element('small', {}, `${r.sameTask ? 'the same task · ' : ''}${r.episode.key} · `, link(page('episode', { project, key: e.key, with: r.episode.key }), 'Put beside it')))), 4);
}

// causes lists what led to the outcome, each with the path, and what followed from the episode elsewhere.
async function causes(desk, e) {
  const { project } = desk;
  const end = e.outcomeOccurrence?.key;
  if (!end) return element('p', { text: 'The outcome is not recorded.' });
  const { occurrence: o } = await desk.ask(documents.causes, { project, key: end }, `ask causes ${quoted(end)} --project ${quoted(project)}`);
  const item = (edge, from, to) => element('li', {}, element('span', { text: `${edge.node.label} ` }),
    element('small', {}, [edge.terminal ? (to === end ? 'where it began' : 'where it ended') : '', `${count(edge.depth, 'link')} away`].filter(Boolean).join(', '), ' · ',
      link(page('explore', { project, what: 'steps', from, to }), 'the path'), ...edge.node.episode.key === e.key ? [] : [' · ', episodeLink(project, edge.node.episode.key)]));
  const roots = [...o.causes.edges].sort((a, b) => b.terminal - a.terminal || b.depth - a.depth);
  const further = o.effects.edges;
  return [
    ...roots.length ? few(roots.map((edge) => item(edge, edge.node.key, end)), 6) : [element('p', { text: 'No link leads to the outcome. The timeline is all that is known.' })],
    o.causes.totalCount > roots.length ? element('p', { class: 'hint', text: `${o.causes.totalCount - roots.length} more are recorded; GraphQL gives them.` }) : null,
    further.length ? element('h3', { text: 'What followed from it' }) : null,
    ...further.length ? few(further.map((edge) => item(edge, end, edge.node.key)), 6) : [],
  ];
}

function about(e) {
  const lists = [['Known before', e.context.map((c) => `${c.variable}=${c.state}`)], ['Goals', e.goals], ['Constraints', e.constraints], ['Lessons', e.lessons], ['Insights', e.insights], ['Notes', e.notes],
    ['Tools', e.tools], ['Strategies', e.strategies], ['Tags', e.tags]].filter(([, values]) => values.length);
  if (lists.length === 0) return null;
  return panel('About it', ...lists.flatMap(([title, values]) => [element('h3', { text: title }), element('ul', { class: 'about' }, ...values.map((text) => element('li', { text })))]));
}

// kept shows the recorded contents, when it is opened.
function kept(desk, e) {
  const { project } = desk;
  const made = element('details', { class: 'panel' }, element('summary', { text: `What is recorded: ${count(e.revision, 'revision')}, the note` }));
  made.addEventListener('toggle', () => desk.try(made, async () => {
    const { episode: found } = await desk.ask(documents.revisions, { project, key: e.key }, `show ${quoted(e.key)} --json --project ${quoted(project)}`);
    const raw = found.revisions.map((r) => element('details', {}, element('summary', { text: `Revision ${r.number}, ${r.recordedAt.slice(0, 16).replace('T', ' ')}, ${r.hash.slice(0, 12)}` }),
      element('pre', { text: readable(r.content), tabindex: '0' })));
    return [...raw, element('details', {}, element('summary', { text: 'As a note' }), element('pre', { text: found.note, tabindex: '0' }),
      element('button', { type: 'button', text: 'Save the note', onclick: () => save(`${e.key}.md`, 'text/markdown', found.note) }))];
  }), { once: true });
  return made;
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
