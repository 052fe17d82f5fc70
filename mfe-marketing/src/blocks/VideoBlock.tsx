import { Icon } from '@cytocomm/kit';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './VideoBlock.module.css';

/** The film of the home page. The address is only used after a click. */
export const video = {
  /** The provider's mode without cookies. */
  host: 'https://www.youtube-nocookie.com',
  /** The provider's demonstration film, until the company's own is published; the page says so. */
  id: 'M7lc1UVf-VE',
  title: 'Demonstration film of the provider, in the place of the platform film',
} as const;

/** The film on the provider's own pages, for a browser that cannot show the player. */
const filmPage = `https://www.youtube.com/watch?v=${video.id}`;

/** Returns the address of the player: starts at once, without sound. */
function playerAddress({ host, id }: { readonly host: string; readonly id: string } = video): string {
  const query = new URLSearchParams({ autoplay: '1', mute: '1', playsinline: '1', rel: '0' });
  return `${host}/embed/${encodeURIComponent(id)}?${query}`;
}

/** Properties of {@link VideoBlock}. */
export interface VideoBlockProps {
  /** What the button says. */
  readonly button: string;
  /** What is loaded, from where, and when. */
  readonly note: string;
  /** The link to the provider's own page, for a browser without scripts or where the player cannot be reached. */
  readonly atProvider: string;
  /** The placeholder's picture. */
  readonly picture: ReactNode;
}

/** A film behind its placeholder: one press loads the provider's player, muted and playing; there is no way back. */
export function VideoBlock({ button, note, atProvider, picture }: VideoBlockProps) {
  const [playing, setPlaying] = useState(false);
  const player = useRef<HTMLIFrameElement>(null);

  // The button that had the focus is gone.
  useEffect(() => {
    if (playing) player.current?.focus({ preventScroll: true });
  }, [playing]);

  return (
    <div>
      <div className={classes.frame} data-tone="ink">
        {playing ? (
          <iframe
            ref={player}
            src={playerAddress()}
            title={video.title}
            className={classes.player}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ) : (
          <button type="button" className={classes.placeholder} onClick={() => setPlaying(true)}>
            <span aria-hidden="true" className={classes.picture}>
              {picture}
            </span>
            <span className={classes.play}>
              <Icon name="play" />
              {button}
            </span>
          </button>
        )}
      </div>
      <p className={classes.note}>
        {note}{' '}
        <a href={filmPage} target="_blank" rel="noopener noreferrer">
          {atProvider}
        </a>
      </p>
    </div>
  );
}
