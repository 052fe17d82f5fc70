/** @jest-environment jsdom */
import { findSlots, readOutside } from './page-functions.ts';

const MARK = 'the mark of an idle component';
const PERSON = '<div data-follows-session=""><a href="/dashboard">Sign in</a></div>';

function outsideOf(body: string): readonly string[] {
  document.body.innerHTML = `<header>${PERSON}</header><main><div><p>${MARK}</p></div></main>`;
  const slots = findSlots(MARK);
  if (slots === null) throw new Error('no slot');
  document.body.innerHTML = body;
  return readOutside(slots).elements;
}
const page = (person: string, behind = '') =>
  `<header>${person}</header><main><div><p>Its own</p></div></main>${behind}`;

it('leaves out who is signed in, where the shell shows it', () => {
  const signedIn = page('<div data-follows-session=""><button>Ada</button><p>ada@x.example</p></div>');
  expect(outsideOf(signedIn)).toEqual(outsideOf(page(PERSON)));
});

it('sees what stands elsewhere under the same attribute, and that the shell’s own is gone', () => {
  const idle = outsideOf(page(PERSON));
  expect(outsideOf(page(PERSON, '<div data-follows-session="" style="position:fixed">Over all</div>'))).not.toEqual(
    idle,
  );
  expect(outsideOf(page(''))).not.toEqual(idle);
});

it('finds the place of several sections that stand in a block each', () => {
  const block = (text: string) => `<section><h2>Tool</h2><div>${text}</div></section>`;
  document.body.innerHTML = `<main><h1>Tools</h1>${block(MARK)}${block(MARK)}<footer></footer></main>`;
  expect(findSlots(MARK)).toEqual({ path: [0], before: 1, behind: 1 });
});
