// Loads the libraries that draw, when the first page needs them.
import { byID, element } from './element.js';

let loading = null;

// libraries loads the scripts that the page names, in their order. Without one the lists and tables hold the whole answer, so it
// is no error if a script cannot be loaded.
export function libraries() {
  loading ??= Promise.all([...byID('libraries').content.querySelectorAll('script')].map((script) => new Promise((done) => {
    const made = Object.assign(element('script', { integrity: script.integrity, crossorigin: 'anonymous', onload: done, onerror: done }), { async: false });
    made.src = script.getAttribute('src');
    document.head.append(made);
  })));
  return loading;
}
