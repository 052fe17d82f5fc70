import { Button } from '@cytocomm/kit';
import { render, screen, within } from '@testing-library/react';
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
