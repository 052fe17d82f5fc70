import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { keepFocus } from './focus.ts';

let end: () => void;
beforeEach(() => {
  end = keepFocus(document);
});
afterEach(() => end());

function List({ names }: { names: readonly string[] }) {
  const [left, setLeft] = useState(names);
  return (
    <main tabIndex={-1}>
      <section aria-labelledby="people">
        <h2 id="people">People</h2>
        {left.length === 0 ? <p>No people.</p> : null}
        <ul>
          {left.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => setLeft(left.filter((one) => one !== name))}>
                Delete {name}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('after a row is gone the focus is on the next one, after the last on the one before, after all on the heading', async () => {
  render(<List names={['Ada', 'Ben', 'Cy']} />);
  await press('Delete Ben');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Cy' })).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Ada' })).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'People' })).toHaveFocus());
});

function Retry() {
  const [failed, setFailed] = useState(true);
  return (
    <main tabIndex={-1} aria-label="page">
      {failed ? (
        <button type="button" onClick={() => setFailed(false)}>
          Retry
        </button>
      ) : (
        <p>Here it is.</p>
      )}
    </main>
  );
}

test('a control that is replaced outside of all sections gives the focus to the page', async () => {
  render(<Retry />);
  await press('Retry');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('a focus that was given up, or has moved on, is left alone', async () => {
  function Two() {
    const [one, setOne] = useState(true);
    return (
      <main tabIndex={-1}>
        {one ? <button type="button">One</button> : null}
        <button type="button" onClick={() => setOne(false)}>
          Two
        </button>
      </main>
    );
  }
  render(<Two />);
  screen.getByRole('button', { name: 'One' }).focus();
  await press('Two');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'One' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Two' })).toHaveFocus();
});

test('also where the browser says of a control that it lost the focus before it takes it out', async () => {
  render(<List names={['Ada', 'Ben']} />);
  const lost = screen.getByRole('button', { name: 'Delete Ada' });
  lost.focus();
  lost.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  lost.closest('li')?.remove();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Ben' })).toHaveFocus());
});
