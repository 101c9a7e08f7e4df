// Draws GraphiQL over /graphql, with the worked questions as its first tabs.
(async () => {
  const page = document.getElementById('page');
  if (!window.React || !window.ReactDOM || !window.GraphiQL) {
    page.className = 'missing';
    page.textContent = 'The files of the explorer could not be loaded. This binary was built without '
      + 'them and the CDN cannot be reached: build with Node.js (make build), or use /graphql directly.';
    return;
  }
  const tabs = await (await fetch('tabs.json')).json();
  // GraphiQL does not take the variables of the first tab over by itself. Later visits open
  // with what it kept.
  const first = localStorage.getItem('graphiql:tabState') ? undefined : tabs[0];
  page.textContent = '';
  ReactDOM.createRoot(page).render(React.createElement(GraphiQL, {
    fetcher: GraphiQL.createFetcher({ url: new URL('../graphql', location.href).href }),
    defaultTabs: tabs,
    query: first?.query,
    variables: first?.variables,
    defaultEditorToolsVisibility: 'variables',
    shouldPersistHeaders: false,
  }));
})();
