import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { VideoBlock, video } from './HomeSections.tsx';

const show = () =>
  render(
    <VideoBlock
      button="Play the video"
      note="A note"
      atProvider="Watch it there"
      picture={<svg aria-hidden="true" />}
    />,
  );

it('loads nothing of the provider before the click', () => {
  const { container } = show();
  expect(container.querySelector('iframe, img, script, link')).toBeNull();
  expect(screen.queryByTitle(video.title)).not.toBeInTheDocument();
});

it('turns into a muted player that starts by itself, without cookies, one way', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Play the video' }));
  const player = screen.getByTitle(video.title);
  const address = new URL(player.getAttribute('src') ?? '');
  expect(address.origin).toBe('https://www.youtube-nocookie.com');
  expect(address.pathname).toBe(`/embed/${video.id}`);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ autoplay: '1', mute: '1' });
  expect(player).toHaveFocus();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  // Where the player cannot be reached, the film can.
  expect(screen.getByRole('link', { name: 'Watch it there' })).toHaveAttribute(
    'href',
    expect.stringContaining(video.id),
  );
});
