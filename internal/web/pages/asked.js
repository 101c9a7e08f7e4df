// What a page asked, as GraphQL and, where there is one, as a command.
import { element } from './element.js';
import { copyButton, lower, quoted } from './parts.js';

// listed lists questions with buttons that copy them.
export function listed(questions) {
  const texts = questions.map(({ query, variables, command }) => {
    const text = `${query}\n\n# variables\n${JSON.stringify(variables, null, 2)}`;
    const shell = command ? `causeway ${command}` : null;
    return element('section', {}, element('pre', { text, tabindex: '0' }), element('div', { class: 'tools' }, copyButton('Copy as GraphQL', () => text),
      shell ? copyButton('Copy as command', () => shell) : null), shell ? element('pre', { text: shell, tabindex: '0' }) : null);
  });
  return element('details', { id: 'asked' }, element('summary', { text: `What this page asked (${questions.length})` }), ...texts);
}

// commandOf is the command that asks what Explore draws; null where there is none.
export function commandOf({ project, what, from, to, mode, depth, rule, composed, relation, basis, until, action, target, avoid, context, pattern }) {
  const word = (value) => lower(value).replaceAll(' ', '-');
  const flags = (values) => Object.entries(values).filter(([, value]) => value).map(([name, value]) => ` --${name} ${quoted(value)}`).join('') + ` --project ${quoted(project)}`;
  const narrowed = { mode: word(mode), depth, relation: word(relation), basis: word(basis) };
  switch (what) {
    case 'path': return `ask why ${quoted(from)} ${quoted(to)}${composed ? ' --composed' : ''}${flags({ ...narrowed, rule: word(rule), 'as-of': until })}`;
    case 'steps': return until ? null : `ask path ${quoted(from)} ${quoted(to)}${flags(narrowed)}`;
    case 'effect': {
      const known = (context ?? '').split(',').map((state) => state.trim()).filter(Boolean).map((state) => ` --context ${quoted(state)}`).join('');
      return `ask best-action ${quoted(action)}${avoid ? ' --avoid' : ''}${known}${flags({ target })}`;
    }
    case 'pattern': return `ask pattern ${quoted(pattern)}${flags({})}`;
    default: return null;
  }
}
