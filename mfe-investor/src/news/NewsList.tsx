import type { PressRelease } from '@cytocomm/contract';
import { previewOfHtml } from '@cytocomm/contract';
import { Button, classNames, LocalDate } from '@cytocomm/kit';
import { useId } from 'react';
import classes from './news.module.css';

const PREVIEW_LENGTH = 100;

/** Properties of {@link NewsList}. */
export interface NewsListProps {
  /** Names the list. */
  readonly label: string;
  readonly releases: readonly PressRelease[];
  /** The release that is open beside or below the list. */
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
}

/** Releases as lines: date, title, the beginning of the text, Read more. */
export function NewsList({ label, releases, openId, onOpen }: NewsListProps) {
  return (
    <ul aria-label={label} className={classes.list}>
      {releases.map((release) => (
        <NewsLine key={release.id} release={release} open={release.id === openId} onOpen={() => onOpen(release.id)} />
      ))}
    </ul>
  );
}

function NewsLine({ release, open, onOpen }: { release: PressRelease; open: boolean; onOpen: () => void }) {
  const titleId = useId();
  return (
    <li className={classNames(classes.line, open && classes.open)}>
      <p className={classes.date}>
        <LocalDate date={release.date} />
      </p>
      <div>
        <h4 id={titleId} className={classes.title}>
          {release.title}
        </h4>
        <p className={classes.preview}>{previewOfHtml(release.content, PREVIEW_LENGTH)}</p>
      </div>
      <Button
        variant="quiet"
        size="small"
        aria-describedby={titleId}
        aria-expanded={open}
        onClick={onOpen}
        className={classes.more}
      >
        Read more
      </Button>
    </li>
  );
}
