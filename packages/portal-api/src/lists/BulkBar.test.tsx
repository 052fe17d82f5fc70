import { Button, keepFocus } from '@cytocomm/kit';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BulkBar } from './BulkBar.tsx';
import { MAX_CHOSEN } from './use-each.ts';

const each = { progress: undefined, failures: [], dismiss: () => {}, stop: () => {} };

const bar = () => within(screen.getByRole('region', { name: 'Selected people' }));
const buttons = () => bar().getAllByRole('button');
const sendAll = () => <Button>Send again</Button>;

test('the way out stands before what can be done, which may be out of sight', () => {
  const props = { label: 'Selected people', onSelect: () => {}, children: sendAll };
  const { rerender } = render(<BulkBar {...props} selected={new Set(['ada'])} each={each} />);
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Clear selection', 'Send again']);

  const many = new Set(Array.from({ length: MAX_CHOSEN + 1 }, (_, number) => String(number)));
  rerender(<BulkBar {...props} selected={many} each={each} />);
  const limit = bar().getByText('At most 200 at once: select fewer.');
  expect(limit.compareDocumentPosition(bar().getByRole('button', { name: 'Send again' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );

  rerender(<BulkBar {...props} selected={new Set()} each={{ ...each, progress: { done: 0, of: 2 } }} />);
  expect(buttons().map(({ textContent }) => textContent)).toEqual(['Stop', 'Send again']);
});

const lost = [{ key: 'ada', name: 'Ada', reason: 'It broke.' }];

/** A list below a bar, as the tools have it; what could not be done stays chosen. */
function People({ asCards = false, failed = lost }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['ada']));
  const [failures, setFailures] = useState(failed);
  return (
    <section aria-labelledby="people">
      <h2 id="people">People</h2>
      <BulkBar
        label="Selected people"
        selected={selected}
        onSelect={setSelected}
        each={{ ...each, failures, dismiss: () => setFailures([]) }}
      >
        {sendAll}
      </BulkBar>
      {asCards ? (
        <ul aria-label="Everybody">
          <li>
            <button type="button">More of Ada</button>
          </li>
        </ul>
      ) : (
        <table>
          <tbody>
            <tr>
              <td>
                <button type="button" tabIndex={-1}>
                  Rename Ada
                </button>
              </td>
              <td>
                <button type="button" tabIndex={0}>
                  Delete Ada
                </button>
              </td>
            </tr>
          </tbody>
        </table>
      )}
    </section>
  );
}

describe('while the shell watches the focus', () => {
  let end: () => void;
  beforeEach(() => {
    end = keepFocus(document);
  });
  afterEach(() => end());

  test('a bar that goes gives it to the stop of the grid, or to the first card', async () => {
    const { unmount } = render(<People failed={[]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Ada' })).toHaveFocus());
    unmount();
    render(<People asCards failed={[]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'More of Ada' })).toHaveFocus());
  });

  test('failures are shown in the bar until they are closed, also without a selection', async () => {
    render(<People />);
    const message = screen.getByRole('status');
    expect(message).toHaveTextContent('1 could not be changed');
    expect(message.closest('.dock')).toContainElement(screen.getByRole('region', { name: 'Selected people' }));
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(message).toBeVisible();
    await userEvent.click(within(message).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('status')).toBeNull();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Ada' })).toHaveFocus());
  });
});
