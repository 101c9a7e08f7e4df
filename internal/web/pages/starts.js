// What a blank Explore offers to open: what led to the latest failures, what recurs, what was decided often, and the patterns.
import * as documents from './documents.js';
import { element } from './element.js';
import { often } from './often.js';
import { link, lower, outcome, page, panel, shortened } from './parts.js';
import { count } from './words.js';

const most = 8;

export async function starts(into, desk) {
  const { project } = desk;
  if (!project) return;
  await desk.try(into, async () => {
    const least = await often(desk);
    const found = await desk.ask(documents.starts, { project, least, decided: Math.max(2, Math.floor(least / 10)) });
    const frequent = [...found.factors?.nodes ?? []].sort((a, b) => b.frequency - a.frequency);
    const parts = [
      part('What led to a failure', (found.episodes?.nodes ?? []).map((e) => failure(project, e))),
      part('What is around a factor that recurs', frequent.filter((f) => f.kind !== 'OUTCOME').slice(0, most).map((f) => item(page('explore', { project, what: 'around', of: f.key }), f.label, count(f.frequency, 'episode')))),
      part('What the options of a decision lead to', decisions(found.decided?.nodes ?? []).slice(0, most).map(([variable, states]) => item(page('explore', { project, what: 'effect', action: variable, target: 'outcome=failure', avoid: 'yes' }), variable, count(states, 'option')))),
      part('How the rate of a pattern went', (found.patterns?.nodes ?? []).map((p) => item(page('explore', { project, what: 'pattern', pattern: p.key }), p.name, `${lower(p.status)}, ${count(p.counts.trials, 'trial')}`))),
    ].filter(Boolean);
    return parts.length ? element('div', { class: 'offers' }, ...parts) : element('p', { text: 'Nothing recurs yet and no link leads to a failure: write what to draw above.' });
  });
}

const item = (to, text, more) => element('li', {}, link(to, text), element('small', { text: more }));

const part = (title, items) => (items.length ? panel(title, element('ul', { class: 'plain' }, ...items)) : null);

// failure is the path from where it began; a failure to which no link leads has none.
function failure(project, { key, task, outcomeOccurrence: end }) {
  const roots = [...end?.causes.edges ?? []].sort((a, b) => b.terminal - a.terminal || b.depth - a.depth);
  if (!roots.length) return element('li', {}, outcome('FAILURE'), ' ', link(page('episode', { project, key }), shortened(task || key, 120)), element('small', { text: 'no link leads to it; its steps' }));
  const [{ node, depth }] = roots;
  return element('li', {}, outcome('FAILURE'), ' ', link(page('explore', { project, what: 'steps', from: node.key, to: end.key }), shortened(task || key, 120)), element('small', { text: `${count(depth, 'link')} from: ${node.label}` }));
}

// decisions are the variables that were decided more than one way, the most frequent first, each with the number of its options.
function decisions(factors) {
  const states = new Map();
  for (const f of [...factors].sort((a, b) => b.frequency - a.frequency)) states.set(f.variable, (states.get(f.variable) ?? 0) + 1);
  return [...states].filter(([, n]) => n > 1);
}
