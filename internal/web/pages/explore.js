// Asks the question in the form, draws the answer and lists it. The address of the page holds the
// question too, so that it can be shared.
import { Problem } from './ask.js';
import { answerOf, neighborsOf, modes, modesOf, outcomeOf, variablesOf } from './answer.js';
import { commandOf, listed } from './asked.js';
import { Drawing } from './drawing.js';
import { showEffects } from './effect.js';
import { EvidencePanel } from './evidence.js';
import { arrows, byID, element, every, one } from './element.js';
import { libraries } from './libraries.js';
import { offer } from './offer.js';
import { page } from './parts.js';
import * as queries from './queries.js';
import { periods, showRates } from './rates.js';
import { rests } from './rests.js';
import { starts } from './starts.js';
import { plotTools, toolbar } from './tools.js';
import { count, details, sentence, titled } from './words.js';

const kept = ['what', 'from', 'to', 'mode', 'of', 'depth', 'rule', 'composed', 'relation', 'basis', 'until', 'action', 'target', 'avoid', 'context', 'pattern', 'period'];
const usedBy = {
  path: ['from', 'to', 'mode', 'depth', 'rule', 'composed', 'relation', 'basis', 'until'], steps: ['from', 'to', 'mode', 'depth', 'relation', 'basis', 'until'],
  around: ['of', 'depth', 'rule', 'composed', 'relation', 'basis', 'until'], effect: ['action', 'target', 'avoid', 'context'], pattern: ['pattern', 'period'],
};

let markup = null; // of the page, once it is loaded
let desk; // what the workspace lends to the page that is shown
let form;
let panel;
let drawing = null;
let shown = { factors: [], links: [] };
let asked = new AbortController();
let drawn = {}; // the question that is drawn
let drawnAt = ''; // what the address asked when it was drawn
let added = []; // boxes whose neighbors were added
const field = (name) => form.elements.namedItem(name);
const labelOf = (key) => shown.factors.find((f) => f.key === key)?.label ?? key;

new MutationObserver(() => drawing?.restyle()).observe(document.documentElement, { attributeFilter: ['data-theme'] });

// explore puts the page together; what it returns fills it once it can be seen.
export async function explore(into, given) {
  markup ??= fetch(new URL('explore.html', import.meta.url)).then((answer) => answer.text());
  const [text] = await Promise.all([markup, libraries()]);
  into.append(...new DOMParser().parseFromString(text, 'text/html').body.children);
  return () => start(given);
}

function start(given) {
  drawing?.end();
  drawing = null;
  desk = given;
  form = byID('question');
  shown = { factors: [], links: [] };
  added = [];
  panel = new EvidencePanel(byID('evidence'), inProject, (of) => rests('What rests on it', desk.project, of, { send: (query, variables) => desk.send(query, variables), trying: desk.try }), (key) => {
    mark(null);
    remember();
    one(`#links [data-key="${key}"], #rates [data-key="${key}"]`)?.focus();
  });
  field('period').append(...periods.map(([value, name]) => element('option', { value, text: name })));
  form.addEventListener('change', choose);
  offer(form, (query, variables) => desk.send(query, { project: desk.project, ...variables }), () => new FormData(form).get('what'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    added = [];
    history.pushState(null, '', page('explore', { ...question(), pin: drawing?.pins() }));
    draw();
  });
  for (const name of ['factors', 'links', 'periods']) arrows(byID(name));
  toolbar(byID('tools'), { drawing: () => drawing, answer: () => shown, expand, remember, say });
  byID('plot').after(plotTools(byID('plot'), 'effects', byID('options')));
  byID('rate-plots').after(plotTools(byID('rate-plots'), 'rates', byID('periods')));
  return open();
}

// question returns the question in the form, without what stays on the page.
function question() {
  const data = new FormData(form);
  const used = ['what', ...usedBy[data.get('what')]];
  return { project: desk.project, ...Object.fromEntries(used.filter((name) => data.get(name)).map((name) => [name, String(data.get(name)).trim()])) };
}

// choose shows the fields for the selected kind of drawing.
function choose() {
  const what = new FormData(form).get('what');
  const mode = field('mode').value;
  field('mode').replaceChildren(...modesOf(what).map(([value, text]) => element('option', { value, text })));
  field('mode').value = modesOf(what).some(([value]) => value === mode) ? mode : modes[0][0];
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
  if (given.has('open') && !given.has('what')) await linked(given);
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
  if (['of', 'action', 'pattern'].some((name) => given.has(name)) || given.has('from') && given.has('to')) await draw();
  else await starts(byID('starts'), desk);
  for (const key of given.getAll('add')) if (shown.factors.some((f) => f.key === key)) await expand(key);
  if (given.has('open') && shown.links.some((l) => l.key === given.get('open'))) await openLink(given.get('open'));
}

// linked asks for the link that the address names alone: with its ends, so that it is drawn.
async function linked(given) {
  const found = (await inProject(queries.ends, { key: given.get('open') }))?.factorLink;
  if (!found) {
    say(`No link between factors has the key “${given.get('open')}”.`, true);
    return;
  }
  const ends = found.relation === 'CORRELATES' ? { what: 'around', of: found.source.key, depth: '1' } : { what: 'path', from: found.source.key, to: found.target.key };
  for (const [name, value] of Object.entries({ ...ends, rule: 'ALL', relation: found.relation })) given.set(name, value);
}

// remember puts into the address what was done with the drawing: pins, neighbors that were added, the link whose evidence is open. What
// ends only when the page has been left changes the address of no other.
function remember() {
  if (location.search !== drawnAt) return;
  const open = shown.links.some((l) => l.key === panel.key) ? panel.key : null;
  history.replaceState(null, '', page('explore', { ...drawn, add: added, pin: drawing?.pins(), open }));
  drawnAt = location.search;
}

// inProject asks about the project. The variables are returned with the answer, which is empty if what
// it names does not exist, and null if the query failed.
async function inProject(query, variables) {
  const all = { project: desk.project, ...variables };
  try {
    return { ...await asking(query, all), variables: all };
  } catch (error) {
    report(error);
    return null;
  }
}

function report(error) {
  if (error.name === 'AbortError') return;
  say(error.message, true);
  if (error.code === 'UNAUTHENTICATED') desk.needToken();
  if (!(error instanceof Problem)) throw error;
}

function say(text, problem = false) {
  const told = byID('told');
  told.textContent = text;
  told.classList.toggle('problem', problem);
}

// asking sends the question; the answer is empty if what it names is not there.
async function asking(query, variables, signal) {
  try {
    return await desk.send(query, variables, signal);
  } catch (error) {
    if (error.code !== 'NOT_FOUND') throw error;
    return {};
  }
}

async function draw() {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  panel.hide();
  byID('starts').replaceChildren();
  const given = question();
  drawn = given;
  drawnAt = location.search;
  say('Asking…');
  byID('asked')?.replaceWith(listed([{ query: queries[given.what], variables: variablesOf(given), command: commandOf(given) }]));
  try {
    const data = await asking(queries[given.what], variablesOf(given), signal);
    if (data.bestAction?.options.length) {
      const { project, action: variable } = given;
      Object.assign(data, await desk.send(queries.deciding, { project, variable }, signal));
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
  choices(answer);
  showEffects(byID('effects'), answer, desk.project);
  showRates(byID('rates'), answer.pattern, (period) => openTrials(answer.pattern, period));
  say([outcomeOf(answer, given), answer.status === 'NO_PATH' || answer.options && empty ? answer.explain : ''].filter(Boolean).join('\n'), answer.problem && answer.status !== 'NO_PATH');
  if (answer.status === 'NO_PATH' && given.rule !== 'ALL' && !answer.steps) offerWeak();
  if (empty) return;
  if (!window.cytoscape) {
    byID('graph').textContent = 'The drawing library could not be loaded: this binary was built without it and the CDN cannot be reached. '
      + 'The lists hold the whole answer.';
  } else {
    drawing ??= new Drawing(byID('graph'), openLink, (key) => one(`#factors [data-key="${CSS.escape(key)}"]`)?.focus());
    drawing.draw(answer, new URLSearchParams(location.search).getAll('pin'));
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

// offerWeak asks again with the links that the project hides.
function offerWeak() {
  byID('choices').hidden = false;
  byID('choices').replaceChildren(element('li', {}, element('button', { type: 'button', text: 'Follow weak links too', onclick: () => {
    field('rule').value = 'ALL';
    form.requestSubmit();
  } })));
}

// list writes what is drawn as lists.
function list(answer) {
  shown = answer;
  byID('factors-title').textContent = answer.steps ? 'Occurrences' : 'Factors';
  byID('factors').replaceChildren(...answer.factors.map((f) => (answer.steps
    ? item(f.key, f.label, [f.kind.toLowerCase(), f.at?.slice(0, 16).replace('T', ' ') ?? 'time unknown', f.key].join(', '), () => desk.go(episodeOf(f)), `Open the episode of ${f.label}`)
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
  drawing?.add(key, factors, links);
  if (!added.includes(key)) added.push(key);
  list({ ...shown, factors: [...shown.factors, ...factors], links: [...shown.links, ...links] });
  say(`${count(factors.length, shown.steps ? 'occurrence' : 'factor')} and ${count(links.length, 'link')} were added next to ${labelOf(key)}.`);
  remember();
}

const episodeOf = (o) => `${page('episode', { project: desk.project, key: o.episode.key })}#${encodeURIComponent(o.shortId)}`;

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
  field('of').value = f.key;
  field('depth').value = '';
  form.requestSubmit();
}

async function openLink(key) {
  mark(key);
  const link = shown.links.find((l) => l.key === key);
  const told = link?.step ? panel.openStated(link, sentence(link, labelOf)) : await panel.open(key);
  remember();
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
