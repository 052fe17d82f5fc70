import { CalendarDate, Heading, Prose } from '@cytocomm/kit';
import { news } from '../content/news.ts';
import classes from './news.module.css';
import type { PressRelease } from './press-releases.ts';
import { partsOf, type TextTable } from './preview.ts';

/** The release of the page's address for a browser without scripts, where no dialog opens: its words, as text. */
export function ReleaseWithoutScripts({ release }: { readonly release: PressRelease }) {
  return (
    <noscript>
      <article className={classes.plain}>
        <p className={classes.date}>
          <CalendarDate date={release.date} />
          {release.updated === undefined ? null : (
            <>
              {` · ${news.updated} `}
              <CalendarDate date={release.updated} />
            </>
          )}
        </p>
        <Heading level={2} size="headline" className={classes.title}>
          {release.title}
        </Heading>
        <Prose className={classes.text}>
          {partsOf(release.content).map((part, place) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
            typeof part === 'string' ? <p key={place}>{part}</p> : <Table key={place} {...part} />,
          )}
        </Prose>
      </article>
    </noscript>
  );
}

function Table({ caption, rows }: TextTable) {
  return (
    <div data-table-box="">
      <table>
        {caption === '' ? null : <caption>{caption}</caption>}
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
            <tr key={row}>
              {cells.map(({ text, isHeading, columns, rows: height }, column) => {
                const Cell = isHeading ? 'th' : 'td';
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
                  <Cell key={column} colSpan={columns} rowSpan={height}>
                    {text}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
