/** Names of the folds that the reader keeps open from turn to turn. */
const openFolds = new Set();

/** An element with text and elements in it; text is never markup. Empty children are left out. */
export function element(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className !== '') node.className = className;
  node.append(...children.filter((child) => child !== null && child !== ''));
  return node;
}

/** A link to a place in this page. */
export function localLink(className, fragment, text) {
  const node = element('a', className, text);
  node.href = fragment;
  return node;
}

export function heading(text) {
  return element('h4', '', text);
}

/** Something to open; once opened, folds of the same name are open in other turns too. */
export function fold(title, content, mark = '') {
  const badge = mark === '' ? '' : element('span', 'badge', mark);
  const node = element('details', '', element('summary', '', title, badge), ...content);
  node.open = openFolds.has(title);
  node.addEventListener('toggle', () => {
    if (node.open) openFolds.add(title);
    else openFolds.delete(title);
  });
  return node;
}

export function signed(change) {
  return change > 0 ? `+${change}` : String(change);
}
