import { Button, Card, classNames, Heading, LocalDate } from '@cytocomm/kit';
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
        {/* Without scripts the button leads to the release's own address. */}
        <form action="/news" className={classes.more}>
          <input type="hidden" name="release" value={release.id} />
          <Button
            type="submit"
            variant="quiet"
            size="small"
            trailingIcon="arrow-right"
            aria-label={`${news.readMore}: ${release.title}`}
            aria-haspopup="dialog"
            onClick={open}
          >
            {news.readMore}
          </Button>
        </form>
      </Card>
    </li>
  );
}
