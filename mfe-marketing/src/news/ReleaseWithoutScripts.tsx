import { CalendarDate, Heading, Prose } from '@cytocomm/kit';
import classes from './news.module.css';
import type { PressRelease } from './press-releases.ts';
import { paragraphsOf } from './preview.ts';

/** The release of the page's address for a browser without scripts, where no dialog opens: its words, as text. */
export function ReleaseWithoutScripts({ release }: { readonly release: PressRelease }) {
  return (
    <noscript>
      <article className={classes.plain}>
        <p className={classes.date}>
          <CalendarDate date={release.date} />
        </p>
        <Heading level={2} size="headline" className={classes.title}>
          {release.title}
        </Heading>
        <Prose className={classes.text}>
          {paragraphsOf(release.content).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Prose>
      </article>
    </noscript>
  );
}
