// Asks the question in the form, draws the answer and lists it. The address of the page holds the
// question too, so that it can be shared.
import { ask, Problem } from './ask.js';
import { answerOf, neighborsOf, modes, modesOf, outcomeOf, variablesOf } from './answer.js';
import { commandOf, listed } from './asked.js';
import { Drawing } from './drawing.js';
import { showEffects } from './effect.js';
import { EvidencePanel } from './evidence.js';
import { arrows, byID, element, every, one } from './element.js';
import { offer } from './offer.js';
import * as queries from './queries.js';
import { periods, showRates } from './rates.js';
import { plotTools, toolbar } from './tools.js';
import { count, details, sentence, titled } from './words.js';

const form = byID('question');
const field = (name) => form.elements.namedItem(name);
const kept = ['project', 'what', 'from', 'to', 'mode', 'of', 'depth', 'rule', 'composed', 'relation', 'basis', 'until', 'action', 'target', 'avoid', 'context', 'pattern', 'period'];
const usedBy = {
  path: ['from', 'to', 'mode', 'depth', 'rule', 'composed', 'relation', 'basis', 'until'], steps: ['from', 'to', 'mode', 'depth', 'relation', 'basis'],
  around: ['of', 'depth', 'rule', 'composed', 'relation', 'basis', 'until'], effect: ['action', 'target', 'avoid', 'context'], pattern: ['pattern', 'period'],
};

let drawing;
let shownOf = ''; // the project of the answer that is shown
let shown = { factors: [], links: [] };
const labelOf = (key) => shown.factors.find((f) => f.key === key)?.label ?? key;
let asked = new AbortController();

const panel = new EvidencePanel(byID('evidence'), inProject, (key) => {
  mark(null);
  one(`#links [data-key="${key}"], #rates [data-key="${key}"]`)?.focus();
});

field('period').append(...periods.map(([value, text]) => element('option', { value, text })));
theme(localStorage.getItem('causeway:theme') ?? '');
byID('theme').addEventListener('change', (event) => {
  localStorage.setItem('causeway:theme', event.target.value);
  theme(event.target.value);
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => theme(byID('theme').value));
byID('skip').addEventListener('click', (event) => {
  event.preventDefault();
  field('project').focus();
});
form.addEventListener('change', choose);
offer(form, async (query, variables) => ask(query, { project: field('project').value.trim(), ...variables }, field('token').value.trim()), () => new FormData(form).get('what'));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  history.pushState(null, '', `?${new URLSearchParams(question())}`);
  draw();
});
addEventListener('popstate', open);
for (const name of ['factors', 'links', 'periods']) arrows(byID(name));
toolbar(byID('tools'), { drawing: () => drawing, answer: () => shown, expand, say });
byID('plot').after(plotTools(byID('plot'), 'effects'));
byID('rate-plots').after(plotTools(byID('rate-plots'), 'rates'));
open();

// theme applies the chosen colors, or those of the system.
function theme(chosen) {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = chosen || (dark ? 'dark' : 'light');
  byID('theme').value = chosen;
  drawing?.restyle();
}

// question returns the question in the form, without what stays on the page.
function question() {
  const data = new FormData(form);
  const used = ['project', 'what', ...usedBy[data.get('what')]];
  return Object.fromEntries(used.filter((name) => data.get(name)).map((name) => [name, String(data.get(name)).trim()]));
}

// choose shows the fields for the selected kind of drawing.
function choose() {
  const what = new FormData(form).get('what');
  const mode = field('mode').value;
  field('mode').replaceChildren(...modesOf(what).map(([value, text]) => element('option', { value, text })));
  field('mode').value = modesOf(what).some(([value]) => value === mode) ? mode : modes[0][0];
  for (const to of every('[data-page]')) to.search = new URLSearchParams({ project: field('project').value });
  for (const label of form.querySelectorAll('[data-of]')) {
    if (label.id === 'more') {
      label.hidden = !label.dataset.of.split(' ').includes(what);
      continue;
    }
    label.hidden = !label.dataset.of.split(' ').includes(what);
    for (const input of label.querySelectorAll('input, select')) {
      input.disabled = label.hidden;
      input.required = !label.hidden && ['from', 'to', 'mode', 'of', 'action', 'target', 'pattern'].includes(input.name);
    }
  }
}

// open copies the question of the address into the form, and asks it if it is complete.
async function open() {
  const given = new URLSearchParams(location.search);
  if (!given.has('what') && given.has('of')) given.set('what', 'around');
  if (!given.has('what') && given.has('action')) given.set('what', 'effect');
  if (!given.has('what') && given.has('pattern')) given.set('what', 'pattern');
  if (given.has('what')) field('what').value = given.get('what');
  choose(); // the modes are those of the kind
  for (const name of kept) {
    if (given.has(name)) field(name).value = given.get(name);
  }
  if (!given.get('mode')) field('mode').value = modes[0][0];
  if (!given.get('target')) field('target').value = 'outcome=success';
  choose();
  if (!given.has('project')) await onlyProject();
  else if (['of', 'action', 'pattern'].some((name) => given.has(name)) || given.has('from') && given.has('to')) await draw();
  if (given.has('open') && shown.links.some((l) => l.key === given.get('open'))) await openLink(given.get('open'));
}

// onlyProject fills in the project if there is only one.
async function onlyProject() {
  try {
    const { projects } = await ask(queries.projects, {}, field('token').value.trim());
    byID('projects').replaceChildren(...projects.map(({ name }) => element('option', { value: name })));
    if (projects.length === 1 && !field('project').value) field('project').value = projects[0].name;
    else if (projects.length === 0) say('There is no project yet: causeway demo makes one.');
  } catch (error) {
    report(error);
  }
}

// inProject asks about the project of the displayed answer. The variables are returned with the
// answer, which is empty if what it names does not exist, and null if the query failed.
async function inProject(query, variables) {
  const all = { project: shownOf, ...variables };
  try {
    return { ...await ask(query, all, field('token').value.trim()), variables: all };
  } catch (error) {
    if (error.code === 'NOT_FOUND') return { variables: all };
    report(error);
    return null;
  }
}

function report(error) {
  if (error.name === 'AbortError') return;
  say(error.message, true);
  if (error.code === 'UNAUTHENTICATED') {
    byID('access').open = true;
    field('token').focus();
  }
  if (!(error instanceof Problem)) throw error;
}

function say(text, problem = false) {
  const status = byID('status');
  status.textContent = text;
  status.classList.toggle('problem', problem);
}

async function draw() {
  asked.abort();
  asked = new AbortController();
  panel.hide();
  const given = question();
  say('Asking…');
  byID('asked').replaceWith(listed([{ query: queries[given.what], variables: variablesOf(given), command: commandOf(given) }]));
  byID('asked').hidden = false;
  try {
    const token = field('token').value.trim();
    const data = await ask(queries[given.what], variablesOf(given), token, asked.signal);
    if (data.bestAction?.options.length) {
      const { project, action: variable } = given;
      Object.assign(data, await ask(queries.deciding, { project, variable }, token, asked.signal));
    }
    show(answerOf(given, data), given);
  } catch (error) {
    for (const id of ['drawn', 'beside', 'effects', 'rates']) byID(id).hidden = true;
    report(error);
  }
}

// show draws an answer and lists it, or says why there is nothing to draw.
function show(answer, given) {
  const empty = answer.factors.length === 0;
  byID('drawn').hidden = empty;
  byID('beside').hidden = empty;
  shownOf = given.project;
  choices(answer);
  showEffects(byID('effects'), answer);
  showRates(byID('rates'), answer.pattern, (period) => openTrials(answer.pattern, period));
  say([outcomeOf(answer, given), answer.status === 'NO_PATH' || answer.options && empty ? answer.explain : ''].filter(Boolean).join('\n'), answer.problem);
  if (empty) return;
  if (!window.cytoscape) {
    byID('graph').textContent = 'The drawing library could not be loaded: this binary was built without it and the CDN cannot be reached. '
      + 'The lists hold the whole answer.';
  } else {
    drawing ??= new Drawing(byID('graph'), openLink, (key) => one(`#factors [data-key="${CSS.escape(key)}"]`)?.focus());
    drawing.draw(answer);
  }
  one('#words p').textContent = answer.explain;
  list(answer);
}

// choices lists what an ambiguous name may mean; a click asks again with the key of one.
function choices(answer) {
  const ends = answer.asked?.filter((end) => end?.ambiguous) ?? [];
  byID('choices').hidden = ends.length === 0;
  byID('choices').replaceChildren(...ends.flatMap((end) => end.matches.map((match) => element('li', {}, element('button', { type: 'button', text: match.label, title: match.key, onclick: () => {
    for (const name of ['from', 'to', 'of']) if (!field(name).disabled && field(name).value.trim() === end.asked) field(name).value = match.key;
    form.requestSubmit();
  } })))));
}

// list writes what is drawn as lists.
function list(answer) {
  shown = answer;
  byID('factors-title').textContent = answer.steps ? 'Occurrences' : 'Factors';
  byID('factors').replaceChildren(...answer.factors.map((f) => (answer.steps
    ? item(f.key, f.label, [f.kind.toLowerCase(), f.at ?? 'time unknown', f.key].join(', '), () => location.assign(episodeOf(f)), `Open the episode of ${f.label}`)
    : item(f.key, titled(f), factorDetails(f), () => around(f), `Draw what is around ${f.label}`))));
  byID('links').replaceChildren(...answer.links.map((l) => item(l.key, sentence(l, labelOf), details(l), () => openLink(l.key))));
}

// expand adds what is around a factor or occurrence to the drawing.
async function expand(key) {
  const answer = shown.steps ? await inProject(queries.neighbors, { key }) : await inProject(queries.around, { of: key, depth: 1, follow: {} });
  if (!answer) return;
  const found = shown.steps ? neighborsOf(answer.occurrence) : answerOf({ what: 'around' }, answer);
  const has = (all, one) => all.some((other) => other.key === one.key);
  const factors = found.factors.filter((f, i, all) => !has(shown.factors, f) && all.findIndex((g) => g.key === f.key) === i);
  const links = found.links.filter((l) => !has(shown.links, l));
  drawing.add(key, factors, links);
  list({ ...shown, factors: [...shown.factors, ...factors], links: [...shown.links, ...links] });
  say(`${count(factors.length, shown.steps ? 'occurrence' : 'factor')} and ${count(links.length, 'link')} were added next to ${labelOf(key)}.`);
}

const episodeOf = (o) => `../episode?${new URLSearchParams({ project: shownOf, key: o.episode.key })}#${encodeURIComponent(o.shortId)}`;

function factorDetails(f) {
  const o = f.outcomes;
  const mark = f.composed ? 'COMPOSED: no episode and no statement joins the links that meet here; ' : '';
  return `${mark}${f.kind.toLowerCase()}, ${count(f.frequency, 'episode')}: ${o.successes} succeeded, ${o.partials} in part, ${o.failures} failed, ${o.unknown} unknown`;
}

function item(key, text, more, click, title) {
  return element('li', {}, element('button', { type: 'button', 'data-key': key, title, onclick: click, onfocus: () => drawing?.select(key) },
    element('span', { text }), element('small', { text: more })));
}

// around draws the neighborhood of a factor.
function around(f) {
  field('what').value = 'around';
  choose();
  field('project').value = shownOf;
  field('of').value = f.key;
  field('depth').value = '';
  form.requestSubmit();
}

async function openLink(key) {
  mark(key);
  const link = shown.links.find((l) => l.key === key);
  const told = link?.step ? panel.openStated(link, sentence(link, labelOf)) : await panel.open(key);
  if (told) say(told);
}

async function openTrials(pattern, period) {
  const told = await panel.openTrials(pattern, period);
  if (told) say(told);
}

// mark highlights the link whose evidence is shown.
function mark(key) {
  for (const button of every('#links button')) button.setAttribute('aria-current', String(button.dataset.key === key));
  drawing?.select(key);
}
