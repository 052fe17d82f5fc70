import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPart, LazyPart } from './lazy-parts.tsx';

const Chart = ({ name }: { name: string }) => <p>{name} drawn</p>;

test('holds its place until the part comes, and has it at once the next time', async () => {
  const load = jest.fn(async () => Chart);
  const chart = createPart('chart', load);
  const { unmount } = render(<LazyPart part={chart} props={{ name: 'Sign-ins' }} height={240} />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading chart');
  expect(await screen.findByText('Sign-ins drawn')).toBeInTheDocument();
  unmount();
  render(<LazyPart part={chart} props={{ name: 'Downloads' }} height={240} />);
  expect(screen.getByText('Downloads drawn')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a failure is named and Retry really tries again', async () => {
  const load = jest
    .fn<Promise<typeof Chart>, []>()
    .mockRejectedValueOnce(new Error('404'))
    .mockResolvedValueOnce(Chart);
  render(<LazyPart part={createPart('calendar', load)} props={{ name: 'Events' }} height={240} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The calendar could not be loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Events drawn')).toBeInTheDocument();
});
