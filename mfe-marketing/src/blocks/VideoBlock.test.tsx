import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { home } from '../content/home.ts';
import { VideoBlock } from './HomeSections.tsx';

const { playerTitle, button, atProvider } = home.video;

it('loads nothing of the provider before the click', () => {
  const { container } = render(<VideoBlock />);
  expect(container.querySelector('iframe, img, script, link')).toBeNull();
  expect(screen.queryByTitle(playerTitle)).not.toBeInTheDocument();
});

it('turns into a muted player that starts by itself, without cookies, one way', async () => {
  render(<VideoBlock />);
  await userEvent.click(screen.getByRole('button', { name: button }));
  const player = screen.getByTitle(playerTitle);
  const address = new URL(player.getAttribute('src') ?? '');
  expect(address.origin).toBe('https://www.youtube-nocookie.com');
  expect(address.pathname).toBe('/embed/M7lc1UVf-VE');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ autoplay: '1', mute: '1' });
  expect(player).toHaveFocus();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  // Where the player cannot be reached, the film can.
  expect(screen.getByRole('link', { name: atProvider })).toHaveAttribute(
    'href',
    expect.stringContaining('M7lc1UVf-VE'),
  );
});
