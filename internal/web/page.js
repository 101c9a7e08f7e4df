// Draws GraphiQL over /graphql, with the worked questions as its first tabs.
(async () => {
  const page = document.getElementById('page');
  const note = document.getElementById('note');
  if (!window.React || !window.ReactDOM || !window.GraphiQL) {
    page.className = 'missing';
    page.textContent = 'The files of the explorer could not be loaded. This binary was built without '
      + 'them and the CDN cannot be reached: build with Node.js (make build), or use /graphql directly.';
    return;
  }
  const { tabs, introspection } = await (await fetch('start.json')).json();
  // GraphiQL does not apply the variables of the first tab itself. Later visits open with what it
  // saved.
  const first = localStorage.getItem('graphiql:tabState') ? undefined : tabs[0];
  const api = new URL('../graphql', location.href);
  const socket = new URL(api);
  let waiting = false; // for a token
  socket.protocol = api.protocol.replace('http', 'ws');
  page.textContent = '';
  ReactDOM.createRoot(page).render(React.createElement(GraphiQL, {
    fetcher: withoutDocs(GraphiQL.createFetcher({ url: api.href, subscriptionUrl: socket.href })),
    // Without introspection the schema is not requested.
    schema: introspection ? undefined : null,
    visiblePlugin: localStorage.getItem('graphiql:visiblePlugin') === null ? 'Documentation Explorer' : undefined,
    defaultTabs: tabs,
    query: first?.query,
    variables: first?.variables,
    defaultEditorToolsVisibility: 'variables',
    shouldPersistHeaders: false,
    storage: forgetful(localStorage),
  }, React.createElement(GraphiQL.Logo, {}, React.createElement('a', { className: 'graphiql-logo-link', href: '../', title: 'The pages for analysts' }, 'causeway'))));
  if (!introspection) {
    say('This service does not show its schema (graphql.introspection is off): there is no documentation and no completion '
      + 'here. Queries can be run all the same; the schema is in docs/schema.md.');
  }
  new MutationObserver(improve).observe(page, { childList: true, subtree: true });
  improve();

  // The documentation comes before the editors and has a hundred links.
  document.getElementById('skip').addEventListener('click', (event) => {
    event.preventDefault();
    page.querySelector('.graphiql-query-editor .CodeMirror')?.CodeMirror.focus();
  });

  // GraphiQL shows Ctrl-K beside the search but listens only to the key of Apple keyboards.
  window.addEventListener('keydown', (event) => {
    const search = page.querySelector('[role="combobox"]');
    if (!search || !event.ctrlKey || event.altKey || event.shiftKey || event.code !== 'KeyK') return;
    event.preventDefault();
    event.stopPropagation();
    search.focus();
  }, { capture: true });

  // say shows a line above the editors, or hides it.
  function say(text) {
    note.hidden = !text;
    note.textContent = text ?? '';
  }

  // forgetful stores everything but headers, which hold tokens: the history would keep those of
  // each query.
  function forgetful(storage) {
    const without = (key, value) => (key === 'headers' ? undefined : value);
    return {
      getItem: (key) => storage.getItem(key),
      removeItem: (key) => storage.removeItem(key),
      clear: () => storage.clear(),
      get length() { return storage.length; },
      setItem(key, value) {
        if (key.endsWith(':headers')) return;
        let kept = value;
        try {
          kept = JSON.stringify(JSON.parse(value, without));
        } catch { /* a text that is no JSON holds no headers */ }
        storage.setItem(key, kept);
      },
    };
  }

  // withoutDocs says why there is no documentation if the schema cannot be loaded, and requests
  // it again after a token was accepted.
  function withoutDocs(fetcher) {
    return async (params, options) => {
      const answer = await fetcher(params, options);
      const error = answer.errors?.[0];
      if (params.operationName !== 'IntrospectionQuery') {
        if (waiting && error?.extensions?.code !== 'UNAUTHENTICATED') {
          page.querySelector('[aria-label="Re-fetch GraphQL schema"]')?.click();
        }
        return answer;
      }
      waiting = error?.extensions?.code === 'UNAUTHENTICATED';
      if (!error) say();
      else if (waiting) {
        say('This service asks for an API token. Open Headers below the query, write {"Authorization": "Bearer …"} and run the '
          + 'query; the documentation comes with the answer. The token is not kept.');
      } else say(`The schema could not be loaded, so there is no documentation: ${error.message}`);
      return error ? { errors: answer.errors } : answer;
    };
  }

  // improve labels the inputs for screen readers, and lets Tab leave the editors, which would
  // otherwise use the key.
  function improve() {
    page.querySelector('[role="combobox"]:not([aria-label])')?.setAttribute('aria-label', 'Search the documentation');
    for (const editor of page.querySelectorAll('.CodeMirror')) {
      const field = editor.CodeMirror?.getInputField();
      if (!field || field.hasAttribute('aria-label')) continue;
      // The two below the query share a region, which gets the name of the visible one.
      const tools = [...editor.closest('.graphiql-editor-tool')?.querySelectorAll('.CodeMirror') ?? []];
      const name = ['Variables', 'Headers'][tools.indexOf(editor)] ?? editor.closest('[aria-label]')?.getAttribute('aria-label');
      field.setAttribute('aria-label', name ?? 'Editor');
      editor.CodeMirror.addKeyMap({ Tab: false, 'Shift-Tab': false });
    }
  }
})();
