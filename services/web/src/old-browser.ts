/** Runs in browsers without modules, in ES5: explains why the page does not work. */
export const OLD_BROWSER_SCRIPT = `document.addEventListener('DOMContentLoaded', function () {
  var note = document.createElement('p');
  note.setAttribute('role', 'alert');
  note.appendChild(document.createTextNode(
    'This browser is too old for this site: you can read, but buttons and forms will not answer. Please update it or use another one.'
  ));
  document.body.insertBefore(note, document.body.firstChild);
});
`;
