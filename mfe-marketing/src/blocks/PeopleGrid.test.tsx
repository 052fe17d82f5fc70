import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { about } from '../content/about.ts';
import { investors } from '../content/investors.ts';
import { PeopleGrid } from './PeopleGrid.tsx';

it('opens a person with photo, name, title and a marked placeholder, and gives the focus back', async () => {
  render(<PeopleGrid people={about.team} columns={3} />);
  const opener = screen.getByRole('button', { name: /^Aiko Tanabe/ });
  await userEvent.click(opener);
  const dialog = screen.getByRole('dialog', { name: 'Aiko Tanabe' });
  expect(within(dialog).getByRole('img', { name: 'Portrait of Aiko Tanabe, a line drawing' })).toBeVisible();
  expect(dialog).toHaveTextContent('Head of Preclinical Studies');
  expect(within(dialog).getByText('Placeholder')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
});

it('keeps the focus inside, and closes by its button', async () => {
  render(<PeopleGrid people={investors.board} columns={5} />);
  await userEvent.click(screen.getByRole('button', { name: /^Eleanor Vance/ }));
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('has the nine people of the team and the five directors, everyone with another face', () => {
  expect(about.team).toHaveLength(9);
  expect(investors.board).toHaveLength(5);
  // One of them sits in both.
  const people = [...new Map([...about.team, ...investors.board].map((person) => [person.name, person])).values()];
  const { container } = render(<PeopleGrid people={people} columns={3} />);
  const faces = new Set([...container.querySelectorAll('svg')].map((portrait) => portrait.innerHTML));
  expect(people).toHaveLength(13);
  expect(faces.size).toBe(13);
});
