import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityProblems } from '../testing/accessibility.ts';
import { DashboardTheme, DateCalendar, dayjs, Sparkline, StatRow, StatTile, Tab, Tabs, TextField } from './index.ts';

test('MUI’s parts work under the theme, dates included', async () => {
  const { container } = render(
    <DashboardTheme>
      <Tabs value={0} aria-label="Activity">
        <Tab label="Sign-ins" />
        <Tab label="Downloads" />
      </Tabs>
      <TextField label="Title" id="title" />
      <DateCalendar value={dayjs('2025-11-20')} readOnly reduceAnimations markedDays={new Set(['2025-11-20'])} />
    </DashboardTheme>,
  );
  expect(screen.getByRole('tab', { name: 'Sign-ins', selected: true })).toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Report');
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Report');
  expect(await screen.findByRole('gridcell', { name: /^20\s+has events$/, selected: true })).toBeInTheDocument();
  expect(screen.getByRole('gridcell', { name: '21' })).toBeInTheDocument();
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('a tile is a term with its value', async () => {
  const { container } = render(
    <StatRow>
      <StatTile
        label="Mail waiting"
        value="3"
        hint="oldest 4 minutes"
        plot={<Sparkline values={[1, 2]} label="Rising" />}
      />
    </StatRow>,
  );
  expect(screen.getByRole('term')).toHaveTextContent('Mail waiting');
  const [value] = screen.getAllByRole('definition');
  expect(value).toHaveTextContent('3');
  expect(within(container).getByRole('img', { name: 'Rising' })).toBeInTheDocument();
  expect(await accessibilityProblems(container)).toEqual([]);
});
