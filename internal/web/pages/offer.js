// Offers what is recorded while a name is typed, so that nobody has to know it by heart.
import { element } from './element.js';
import { count } from './words.js';

const factors = `query OfferFactors($project: String!, $label: String!, $kinds: [FactorKind!]) {
  factors(project: $project, filter: {label: $label, kinds: $kinds}, first: 20) { nodes { key label variable frequency } }
}`;

const occurrences = `query OfferOccurrences($project: String!, $label: String!) {
  occurrences(project: $project, filter: {label: $label}, first: 20) { nodes { key label } }
}`;

const patterns = `query OfferPatterns($project: String!, $text: String!) {
  patterns(project: $project, minRate: null, minTrials: 0, filter: {text: $text}, first: 20) { nodes { name status counts { trials } } }
}`;

const ofFactor = (f) => ({ value: f.label, text: count(f.frequency, 'episode') });

// before completes the last state of a list such as a=b, c=d.
export async function before(text, find) {
  const at = text.lastIndexOf(',') + 1;
  const last = text.slice(at).trim();
  if (last.length < 2) return [];
  const said = at ? `${text.slice(0, at)} ` : '';
  return (await find(last)).map(({ value, text: more }) => ({ value: said + value, text: more }));
}

async function search(ask, what, name, text) {
  if (name === 'pattern' || what === 'patterns') return (await ask(patterns, { text })).patterns.nodes.map((p) => ({ value: p.name, text: `${p.status.toLowerCase()}, ${count(p.counts.trials, 'trial')}` }));
  if (what === 'steps') return (await ask(occurrences, { label: text })).occurrences.nodes.map((o) => ({ value: o.key, text: o.label }));
  if (name === 'context') return before(text, async (last) => (await ask(factors, { label: last, kinds: null })).factors.nodes.map(ofFactor));
  const found = (await ask(factors, { label: text, kinds: name === 'action' ? ['DECISION', 'CONTEXT'] : null })).factors.nodes;
  if (name !== 'action') return found.map(ofFactor);
  return [...new Set(found.map((f) => f.variable))].map((value) => ({ value, text: '' }));
}

// offer fills the list of each field of a form as it is typed into; ask sends a query about the project,
// kind returns what is to be drawn.
export function offer(form, ask, kind) {
  offering(form, (name, text) => search(ask, kind(), name, text));
}

// offering does so with what find returns for the name of a field and its text; null leaves the list as it is. Where the service refuses, nothing is offered:
// the answer to the question says why.
export function offering(form, find) {
  let last = 0;
  form.addEventListener('input', (event) => {
    const { target } = event;
    const text = target.value.trim();
    if (!target.list || text.length < 2) return;
    const turn = ++last;
    setTimeout(async () => {
      if (turn !== last) return;
      try {
        const found = await find(target.name, text);
        if (found && turn === last) target.list.replaceChildren(...found.map(({ value, text: label }) => element('option', { value, label })));
      } catch {
        target.list.replaceChildren();
      }
    }, 200);
  });
}
