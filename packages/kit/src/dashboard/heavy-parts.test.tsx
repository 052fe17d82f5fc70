import { render, screen, within } from '@testing-library/react';
import { accessibilityProblems } from '../testing/accessibility.ts';
import { DateCalendar, dayjs, StatRow, StatTile } from './index.ts';

test('a calendar comes with the dates and marks it was given', async () => {
  const { container } = render(
    <DateCalendar value={dayjs('2025-11-20')} readOnly reduceAnimations markedDays={new Set(['2025-11-20'])} />,
  );
  expect(await screen.findByRole('gridcell', { name: /^20\s+has events$/, selected: true })).toBeInTheDocument();
  expect(screen.getByRole('gridcell', { name: '21' })).toBeInTheDocument();
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('a tile is a term with its value', async () => {
  const { container } = render(
    <StatRow>
      <StatTile label="Mail waiting" value="3" hint="oldest 4 minutes" plot={<svg role="img" aria-label="Rising" />} />
    </StatRow>,
  );
  expect(screen.getByRole('term')).toHaveTextContent('Mail waiting');
  const [value] = screen.getAllByRole('definition');
  expect(value).toHaveTextContent('3');
  expect(within(container).getByRole('img', { name: 'Rising' })).toBeInTheDocument();
  expect(await accessibilityProblems(container)).toEqual([]);
});
