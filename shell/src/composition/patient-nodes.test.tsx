import { render, screen } from '@testing-library/react';
import { tolerateMovedNodes } from './page-guards.ts';

const { insertBefore, removeChild } = Node.prototype;
afterEach(() => Object.assign(Node.prototype, { insertBefore, removeChild }));

/** What a browser's translation does to each text; some keep the text that was there, some do not. */
function translate(root: Element, keeps: boolean): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
  for (const text of found) {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(keeps ? text : `* ${text.data}`);
  }
}

const Field = ({ error, hint }: { error?: string; hint?: string }) => (
  <p>
    {error ? <strong>{error}</strong> : null}
    {hint}
    E-mail
  </p>
);

it.each([true, false])('what is drawn changes in a page that was translated (texts kept: %s)', (keeps) => {
  tolerateMovedNodes();
  const { container, rerender } = render(<Field hint="Yours" />);
  translate(container, keeps);
  rerender(<Field error="Enter it." hint="Yours" />);
  expect(screen.getByText('Enter it.')).toBeVisible();
  if (keeps) expect(container).toHaveTextContent('Enter it.YoursE-mail');
  rerender(<Field />);
  expect(screen.queryByText('Enter it.')).toBeNull();
  rerender(<p>Sent</p>);
  expect(screen.getByText('Sent')).toBeVisible();
});

it('what was never there is an error still', () => {
  tolerateMovedNodes();
  const [parent, font] = [document.createElement('p'), document.createElement('font')];
  for (const other of [document.createElement('b'), new Text('a')]) {
    expect(() => parent.removeChild(other)).toThrow(DOMException);
    expect(() => parent.insertBefore(font, other)).toThrow(DOMException);
  }
  parent.append(font);
  expect(() => parent.removeChild(document.createElement('b'))).toThrow(DOMException);
});
