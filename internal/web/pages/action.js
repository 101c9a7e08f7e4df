// Before an action: whether runs that did the same failed more often. The answer is silence or a warning, with its runs.
import * as documents from './documents.js';
import { element } from './element.js';
import { before, offering } from './offer.js';
import { often } from './often.js';
import { episodeLinks, facts, field, link, page, panel, quoted, signed } from './parts.js';
import { count, figure } from './words.js';

const rules = { KIND: 'An action of this kind', NEW_CHANGE: 'A change that no good run of the task tried' };

export async function action(into, desk) {
  const { project, given } = desk;
  into.append(element('h1', { text: 'Before an action' }), element('p', { class: 'sub', text: 'Whether runs that did the same failed more often. Asking at every step raises no false alarms.' }), form(desk));
  if (!given.action) {
    const often = panel('What was decided often');
    into.append(often);
    desk.try(often, () => suggested(desk));
    return;
  }
  const answered = element('div', {});
  into.append(answered);
  await desk.try(answered, async () => answer(project, await ask(desk)));
}

// states are what the text a=b, c=d means.
export const states = (text) => (text ?? '').split(',').map((s) => s.trim()).filter(Boolean).map((s) => {
  const [variable, ...state] = s.split('=');
  return { variable: variable.trim(), state: state.join('=').trim() };
});

async function ask(desk) {
  const { project, given } = desk;
  const known = states(given.context);
  let args = null;
  if (given.arguments) {
    try {
      args = JSON.parse(given.arguments);
    } catch {
      desk.say('The arguments are no JSON: write an object such as {"id": "B17"}.', true);
      return null;
    }
  }
  const flags = [['arguments', given.arguments], ['task', given.task], ...known.map((s) => ['context', `${s.variable}=${s.state}`])].filter(([, value]) => value).map(([name, value]) => ` --${name} ${quoted(value)}`).join('');
  const found = await desk.ask(documents.action, { project, action: given.action, arguments: args, task: given.task || null, context: known }, `ask action ${quoted(given.action)}${flags} --project ${quoted(project)}`);
  return found.project?.checkAction;
}

function form(desk) {
  const { project, given } = desk;
  const input = (name, text, placeholder, list) => field(text, element('input', { name, value: given[name], placeholder, list, autocomplete: 'off', spellcheck: 'false' }));
  const made = element('form', { class: 'filters', 'aria-label': 'Question' }, input('action', 'Action', 'a tool, or variable=state', 'actions'), element('datalist', { id: 'actions' }),
    input('arguments', 'Arguments of a tool', '{"id": "B17"}'), input('task', 'Task', 'as its runs have it', 'tasks'), element('datalist', { id: 'tasks' }), input('context', 'Known before', 'none; a=b, c=d', 'contexts'), element('datalist', { id: 'contexts' }),
    element('button', { type: 'submit', text: 'Check' }));
  made.elements.namedItem('action').required = true;
  offering(made, async (name, text) => {
    if (name === 'task') return [...new Set((await desk.send(documents.tasks, { project, task: text })).episodes.nodes.map((e) => e.task))].map((value) => ({ value, text: '' }));
    const found = async (label, kinds) => (await desk.send(documents.doings, { project, label, kinds, least: 1 })).factors.nodes.map((f) => ({ value: f.label, text: count(f.frequency, 'episode') }));
    return name === 'context' ? before(text, (label) => found(label, null)) : found(text, ['DECISION']);
  });
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    desk.go(page('action', { project, ...Object.fromEntries(new FormData(made)) }));
  });
  return made;
}

async function suggested(desk) {
  const { project } = desk;
  const found = [...(await desk.ask(documents.doings, { project, label: null, kinds: ['DECISION'], least: Math.max(2, Math.floor(await often(desk) / 10)) })).factors?.nodes ?? []].sort((a, b) => b.frequency - a.frequency).slice(0, 12);
  if (!found.length) return element('p', { text: 'No decision recurs yet. Write an action above.' });
  return element('ul', { class: 'plain' }, ...found.map((f) => element('li', {}, link(page('action', { project, action: f.label }), f.label), element('small', { text: count(f.frequency, 'episode') }))));
}

function answer(project, found) {
  if (!found) return null;
  const made = panel(found.warns ? 'Warning' : 'Silence: nothing to warn of', element('p', { text: found.note }), ...found.findings.map((f) => finding(project, f)),
    element('p', { class: 'hint', text: 'A warning tells what goes together: a task that is hard can make both the action and the failure likelier. Silence is no promise.' }));
  made.classList.toggle('warm', found.warns);
  return made;
}

function finding(project, f) {
  const runs = (c) => element('div', {}, `${c.failed} of ${c.runs} failed `, ...episodeLinks(project, c.episodes, 3, c.runs));
  const { value, low, high } = f.difference;
  const text = `${figure(value)} (${figure(low)} to ${figure(high)})`;
  return element('section', {}, element('h3', { text: rules[f.rule] ?? f.rule }), facts([['did it', runs(f.did)], ['did not', runs(f.didNot)],
    ['difference of the rates', element('div', {}, signed(f.difference, 1, text), ` ${text}`)], ['e-value', `${Number(f.eValue.toPrecision(2))}; it warns from ${f.needed} on`]]));
}
