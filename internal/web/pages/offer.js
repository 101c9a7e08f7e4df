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

async function search(ask, what, name, text) {
  if (name === 'pattern') return (await ask(patterns, { text })).patterns.nodes.map((p) => ({ value: p.name, text: `${p.status.toLowerCase()}, ${count(p.counts.trials, 'trial')}` }));
  if (what === 'steps') return (await ask(occurrences, { label: text })).occurrences.nodes.map((o) => ({ value: o.key, text: o.label }));
  const found = (await ask(factors, { label: text, kinds: name === 'action' ? ['DECISION', 'CONTEXT'] : null })).factors.nodes;
  if (name !== 'action') return found.map(ofFactor);
  return [...new Set(found.map((f) => f.variable))].map((value) => ({ value, text: '' }));
}

// offer fills the list of each field of a form as it is typed into; ask sends a query about the project,
// kind returns what is to be drawn.
export function offer(form, ask, kind) {
  offering(form, (name, text) => search(ask, kind(), name, text));
}

// offering does so with what find returns for the name of a field and its text. Where the service refuses, nothing is offered:
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
        if (turn === last) target.list.replaceChildren(...found.map(({ value, text: label }) => element('option', { value, label })));
      } catch {
        target.list.replaceChildren();
      }
    }, 200);
  });
}
