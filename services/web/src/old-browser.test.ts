import vm from 'node:vm';
import { OLD_BROWSER_SCRIPT } from './document.ts';

test('an old browser is told, above everything else, in a sentence', () => {
  const inserted: { text: string; before: string }[] = [];
  let ready: () => void = () => undefined;
  const page = {
    addEventListener: (_: string, listener: () => void) => {
      ready = listener;
    },
    createElement: () => ({
      text: '',
      setAttribute: () => undefined,
      appendChild(child: string) {
        this.text += child;
      },
    }),
    createTextNode: (text: string) => text,
    body: {
      firstChild: 'the page',
      insertBefore: ({ text }: { text: string }, before: string) => inserted.push({ text, before }),
    },
  };
  vm.runInNewContext(OLD_BROWSER_SCRIPT, { document: page });
  ready();
  expect(inserted).toEqual([{ text: expect.stringContaining('too old for this site'), before: 'the page' }]);
});
