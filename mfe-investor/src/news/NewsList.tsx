import { excerptOfHtml, type PressRelease } from '@cytocomm/contract';
import { Button, ButtonLink, classNames, Heading, LocalDate, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { RichText } from '@cytocomm/kit/dashboard';
import { useEffect, useId, useRef, useState } from 'react';
import classes from './news.module.css';

/** Lines of news that are still loading. */
export function NewsSkeleton({ label, lines }: { readonly label: string; readonly lines: 2 | 4 }) {
  return (
    <SkeletonGroup label={label} className={classes.list}>
      {[1, 2, 3, 4].slice(0, lines).map((line) => (
        <div key={line} className={classes.line}>
          <Skeleton />
          <Skeleton lines={2} />
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** Returns whether the focus is nowhere, or where the page itself puts it: what loads late may take it then. */
const isFocusUnused = (): boolean => document.activeElement?.matches('body, main, h1, h2, h3, h4') ?? true;

const EXCERPT_LENGTH = 100;

/** How a release is read whole: in a panel beside the list, or at an address of its own. */
type Reading =
  | {
      /** The release that is open below the list. */
      readonly openId: string | null;
      readonly onOpen: (id: string) => void;
    }
  | {
      /** The address below which each release has its own. */
      readonly path: string;
      /** The release whose line gets the focus after a return from it, unless the focus is elsewhere. */
      readonly focusedId: string | null;
    };

/** Properties of {@link NewsList}. */
export type NewsListProps = Reading & {
  /** Names the list. */
  readonly label: string;
  readonly releases: readonly PressRelease[];
};

/** Releases as lines: date, title, the beginning of the text, Read more. */
export function NewsList({ label, releases, ...reading }: NewsListProps) {
  return (
    <ul aria-label={label} className={classes.list}>
      {releases.map((release) => (
        <NewsLine key={release.id} release={release} reading={reading} />
      ))}
    </ul>
  );
}

interface NewsLineProps {
  readonly release: PressRelease;
  readonly reading: Reading;
}

function NewsLine({ release, reading }: NewsLineProps) {
  const titleId = useId();
  const isOpen = 'openId' in reading && release.id === reading.openId;
  const look = { variant: 'quiet', size: 'small', className: classes.more } as const;
  return (
    <li className={classNames(classes.line, isOpen && classes.open)}>
      <p className={classes.date}>
        <LocalDate date={release.date} />
      </p>
      <div>
        <h4 id={titleId} className={classes.title}>
          {release.title}
        </h4>
        <p className={classes.preview}>{excerptOfHtml(release.content, EXCERPT_LENGTH)}</p>
      </div>
      {'path' in reading ? (
        <ReadMore
          to={`${reading.path}/${release.id}`}
          titleId={titleId}
          isFocused={release.id === reading.focusedId}
          look={look}
        />
      ) : (
        <Button {...look} aria-describedby={titleId} aria-expanded={isOpen} onClick={() => reading.onOpen(release.id)}>
          Read more
        </Button>
      )}
    </li>
  );
}

interface ReadMoreProps {
  readonly to: string;
  readonly titleId: string;
  readonly isFocused: boolean;
  readonly look: { readonly variant: 'quiet'; readonly size: 'small'; readonly className: string | undefined };
}

function ReadMore({ to, titleId, isFocused, look }: ReadMoreProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isFocused && isFocusUnused()) link.current?.focus();
  }, [isFocused]);
  return (
    <ButtonLink {...look} ref={link} to={to} aria-describedby={titleId}>
      Read more
    </ButtonLink>
  );
}

/** Properties of {@link ArticleViewer}. */
export interface ArticleViewerProps {
  readonly release: PressRelease;
  readonly onClose: () => void;
  /** Leaves the focus where the person has moved it while the release was loading; default `false`. */
  readonly yieldsFocus?: boolean;
}

/** The panel that shows one release whole, until it is closed. Another release is another panel: give it a key. */
export function ArticleViewer({ release, onClose, yieldsFocus = false }: ArticleViewerProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();

  // Reading goes on in the panel, and afterwards where it was opened.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (yieldsFocus && !isFocusUnused()) return;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView?.({ block: 'nearest' });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [opener, yieldsFocus]);

  return (
    <article
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-tone="mist"
      className={classes.article}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className={classes.articleHead}>
        <div>
          <p className={classes.date}>
            <LocalDate date={release.date} />
            {release.updated === undefined ? null : (
              <>
                {' · Updated '}
                <LocalDate date={release.updated} />
              </>
            )}
          </p>
          <Heading level={4} size="title" id={titleId}>
            {release.title}
          </Heading>
        </div>
        <Button variant="secondary" size="small" icon="close" onClick={onClose}>
          Close
        </Button>
      </header>
      <RichText html={release.content} className={classes.text} />
    </article>
  );
}
