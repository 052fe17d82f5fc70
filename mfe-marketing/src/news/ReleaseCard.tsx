import { ButtonLink, Card, classNames, Heading, LocalDate } from '@cytocomm/kit';
import type { MouseEvent } from 'react';
import { news } from '../content/news.ts';
import classes from './news.module.css';
import type { PressRelease } from './press-releases.ts';
import { previewOf } from './preview.ts';

/** One release in the list; the newest is set larger. */
export function ReleaseCard({
  release,
  newest,
  onOpen,
}: {
  readonly release: PressRelease;
  readonly newest: boolean;
  readonly onOpen: () => void;
}) {
  const open = (event: MouseEvent) => {
    // Another tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <li className={classNames(classes.item, newest && classes.newest)}>
      <Card as="article" className={classes.card}>
        <p className={classes.date}>
          <LocalDate date={release.date} />
        </p>
        <Heading level={2} size={newest ? 'headline' : 'title-small'} className={classes.title}>
          {release.title}
        </Heading>
        <p className={classes.preview}>{previewOf(release.content)}</p>
        <div className={classes.more}>
          <ButtonLink
            href={`/news?${new URLSearchParams({ release: release.id })}`}
            variant="quiet"
            size="small"
            trailingIcon="arrow-right"
            aria-label={`${news.readMore}: ${release.title}`}
            onClick={open}
          >
            {news.readMore}
          </ButtonLink>
        </div>
      </Card>
    </li>
  );
}
