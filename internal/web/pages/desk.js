// The analyst's workspace: shows the page that the address names, keeps project, colors and token
// between pages, and tells what each page asked. Links within the workspace load no document anew,
// so a token in its field lasts until the page is closed.
import { action } from './action.js';
import { ask, Problem } from './ask.js';
import { listed } from './asked.js';
import { changes } from './changes.js';
import * as documents from './documents.js';
import { byID, element, one } from './element.js';
import { episode } from './episode.js';
import { episodes } from './episodes.js';
import { factor, factors } from './factors.js';
import { home } from './home.js';
import { link, page } from './parts.js';
import { pattern } from './pattern.js';
import { patterns } from './patterns.js';

const views = { '': ['Home', home], episodes: ['Episodes', episodes], episode: ['Episode', episode], patterns: ['Patterns', patterns], pattern: ['Pattern', pattern], factors: ['Factors', factors], factor: ['Factor', factor], changes: ['Changes', changes], action: ['Before an action', action], explore: ['Explore', explore] };
const lists = ['', 'episodes', 'patterns', 'factors', 'changes', 'action', 'explore']; // pages of a project as a whole
const token = () => byID('access').querySelector('input').value.trim();
const main = byID('main');

// explore loads the page that draws when it is opened; no other page needs it.
async function explore(into, desk) {
  return (await import('./explore.js')).explore(into, desk);
}

let asked = new AbortController();
let questions = []; // of the page that is shown
let known = []; // names of projects
let moved = false; // from the page that was opened first

byID('theme').addEventListener('change', (event) => {
  localStorage.setItem('causeway:theme', event.target.value);
  theme(event.target.value);
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => theme(byID('theme').value));
byID('project').addEventListener('change', (event) => go(page(lists.includes(nameOf(location)) ? nameOf(location) : '', { project: event.target.value })));
byID('search').addEventListener('submit', (event) => {
  event.preventDefault();
  go(page('episodes', { project: byID('project').value, q: String(new FormData(event.target).get('q')).trim() }));
});
byID('access').querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  byID('access').open = false;
  known = [];
  show();
});
byID('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
document.addEventListener('click', (event) => {
  const to = /** @type {any} */ (event.target).closest?.('a[href]');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!to || !plain || to.hasAttribute('download') || to.target || to.origin !== location.origin || to.hash) return;
  if (nameOf(to) === null) return;
  event.preventDefault();
  go(to.href);
});
addEventListener('keydown', (event) => {
  const typing = /** @type {any} */ (event.target).closest?.('input, select, textarea');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  one('#search input').focus();
});
addEventListener('popstate', show);
theme(localStorage.getItem('causeway:theme') ?? '');
show();

function theme(chosen) {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = chosen || (dark ? 'dark' : 'light');
  byID('theme').value = chosen;
}

// nameOf is the page of an address, null if it is none of the workspace.
function nameOf({ pathname }) {
  const root = new URL('../', import.meta.url).pathname;
  const name = pathname.startsWith(root) ? pathname.slice(root.length) : null;
  return name in views ? name : null;
}

function go(address) {
  moved = true;
  history.pushState(null, '', address);
  show();
  scrollTo(0, 0);
}

// show fills the page that the address names.
async function show() {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  questions = [];
  main.ariaBusy = 'true'; // what stands there is the last page until this one has come
  const [title, view] = views[nameOf(location)] ?? views[''];
  document.title = `causeway: ${title}`;
  say('');
  const given = Object.fromEntries(new URLSearchParams(location.search));
  try {
    const project = await choose(given.project, signal);
    const desk = { project, known, given, ask: asking(signal), find: finding(signal), send: sending(signal), try: trying(signal), go, say, needToken, again: show };
    const filled = element('div');
    const ready = await (project && !known.includes(project) && view !== explore ? home : view)(filled, desk); // home and Explore say that there is no such project
    if (signal.aborted) return;
    main.replaceChildren(filled, listed(questions));
    main.ariaBusy = 'false';
    await ready?.();
    if (signal.aborted) return;
    const heading = main.querySelector('h1');
    document.title = `causeway: ${heading?.textContent || title}`;
    if (moved && document.activeElement === document.body) main.focus({ preventScroll: true });
    if (location.hash) byID(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  } catch (error) {
    report(error, signal);
  }
}

// sending returns how a page asks what is not listed below it; a signal of its own cancels it too.
function sending(signal) {
  return (query, variables, own) => ask(query, variables, token(), own ? AbortSignal.any([signal, own]) : signal);
}

// asking returns how a page asks; what it asked is listed below it.
function asking(signal) {
  return async (query, variables, command) => {
    questions.push({ query, variables, command });
    const answer = await ask(query, variables, token(), signal);
    if (!signal.aborted) main.querySelector('#asked')?.replaceWith(listed(questions));
    return answer;
  };
}

// finding returns how a page asks for something by its key; the answer is empty if it is not there.
function finding(signal) {
  const asks = asking(signal);
  return async (query, variables, command) => {
    try {
      return await asks(query, variables, command);
    } catch (error) {
      if (error.code !== 'NOT_FOUND') throw error;
      return {};
    }
  };
}

// trying asks for a part of a page without which the rest still stands; a refusal is shown in its place.
function trying(signal) {
  return async (into, fill) => {
    try {
      into.append(...[await fill()].flat().filter(Boolean));
    } catch (error) {
      if (error.name === 'AbortError') return;
      if (error.code === 'UNAUTHENTICATED' || !(error instanceof Problem)) report(error, signal);
      into.append(element('p', { class: 'flag', text: error.message }));
    }
  };
}

// choose fills the list of projects and returns the one that the page is about: the one of the
// address, else the last one used, else the first.
async function choose(given, signal) {
  if (known.length === 0 || given && !known.includes(given)) known = (await ask(documents.projects, {}, token(), signal)).projects.map((p) => p.name);
  const last = localStorage.getItem('causeway:project');
  const project = given || (known.includes(last) ? last : known[0]) || '';
  const names = known.includes(project) || !project ? known : [project, ...known];
  byID('project').replaceChildren(...names.map((name) => element('option', { value: name, text: name })));
  byID('project').value = project;
  if (known.includes(project)) localStorage.setItem('causeway:project', project);
  const entries = [['', 'Home'], ['episodes', 'Episodes'], ['patterns', 'Patterns'], ['factors', 'Factors'], ['changes', 'Changes'], ['action', 'Check'], ['explore', 'Explore'], ['graphiql/', 'GraphQL']];
  one('header nav').replaceChildren(...entries.map(([name, text]) => link(
    name === 'graphiql/' ? `./${name}` : page(name, { project }), text, { 'aria-current': name === nameOf(location) ? 'page' : null })));
  if (innerWidth < 1100) one('header nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  byID('search').querySelector('input').value = new URLSearchParams(location.search).get('q') ?? '';
  return project;
}

function say(text, problem = false) {
  byID('status').textContent = text;
  byID('status').classList.toggle('problem', problem);
}

function report(error, signal) {
  if (error.name === 'AbortError' || signal.aborted) return;
  say(error.message, true);
  main.replaceChildren();
  main.ariaBusy = 'false';
  if (error.code === 'UNAUTHENTICATED') needToken();
  if (!(error instanceof Problem)) throw error;
}

function needToken() {
  byID('access').open = true;
  byID('access').querySelector('input').focus();
}
