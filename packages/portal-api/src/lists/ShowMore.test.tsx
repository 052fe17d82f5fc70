import { keepFocus } from '@cytocomm/kit';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { ShowMore } from './PagedList.tsx';

const FIRST = ['one', 'two'];

interface ListProps {
  /** What comes when more is asked for. */
  readonly rest: readonly string[];
  readonly draw: (words: readonly string[]) => ReactNode;
}

/** A list of words with another one below it. */
function Words({ rest, draw }: ListProps) {
  const [isAll, setIsAll] = useState(false);
  return (
    <section aria-labelledby="words">
      <h2 id="words">Words</h2>
      {draw(isAll ? [...FIRST, ...rest] : FIRST)}
      {isAll ? null : <ShowMore onClick={() => setIsAll(true)} />}
      <ul>
        <li>
          <button type="button">Of another list</button>
        </li>
      </ul>
    </section>
  );
}

const inLinks = (words: readonly string[]) => (
  <ul>
    {words.map((word) => (
      <li key={word}>
        <a href={`/${word}`}>{word}</a>
      </li>
    ))}
  </ul>
);
const inWords = (words: readonly string[]) => (
  <ul>
    {words.map((word) => (
      <li key={word}>{word}</li>
    ))}
  </ul>
);
async function showMore(props: ListProps) {
  render(<Words {...props} />);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
}

// As the shell does.
let end: () => void;
beforeEach(() => {
  end = keepFocus(document);
});
afterEach(() => end());

test('that goes with the last rows gives the focus to the first control of the first that came', async () => {
  await showMore({ rest: ['three', 'four'], draw: inLinks });
  await waitFor(() => expect(screen.getByRole('link', { name: 'three' })).toHaveFocus());
});

test('or to the row where it has none', async () => {
  await showMore({ rest: ['three', 'four'], draw: inWords });
  await waitFor(() => expect(screen.getByText('three')).toHaveFocus());
});

test('what has the focus is in sight', async () => {
  const seen: unknown[] = [];
  HTMLElement.prototype.scrollIntoView = function scroll(how) {
    seen.push(this.textContent, how);
  };
  await showMore({ rest: ['three', 'four'], draw: inLinks });
  await waitFor(() => expect(seen).toEqual(['three', { block: 'nearest', inline: 'nearest' }]));
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});

test('and to the heading where nothing came, not to the list below', async () => {
  await showMore({ rest: [], draw: inLinks });
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Words' })).toHaveFocus());
});

test('that stays, as there is more, keeps the focus', async () => {
  render(<ShowMore onClick={() => undefined} />);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(screen.getByRole('button', { name: 'Show more' })).toHaveFocus();
});
