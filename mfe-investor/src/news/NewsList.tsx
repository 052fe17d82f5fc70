import type { PressRelease } from '@cytocomm/contract';
import { excerptOfHtml } from '@cytocomm/contract';
import { Button, ButtonLink, classNames, LocalDate } from '@cytocomm/kit';
import { useEffect, useId, useRef } from 'react';
import { isFocusUnused } from './is-focus-unused.ts';
import classes from './news.module.css';

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
      /** The release whose line gets the focus, for whoever comes back from it and has not moved it meanwhile. */
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
