import { useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { ShowMore } from '@cytocomm/portal-api';
import { type ReactNode, useState } from 'react';
import classes from './rows.module.css';

/** Properties of {@link FirstRows}. */
export interface FirstRowsProps<Row> {
  readonly rows: readonly Row[];
  /** How many rows are shown first, and added at once, 20 by default; a phone has fewer. */
  readonly step?: number;
  /** Draws the rows that are shown. */
  readonly children: (shown: readonly Row[]) => ReactNode;
}

/** The first of many rows that came in one answer, and the button for more. */
export function FirstRows<Row>({ rows, step = 20, children }: FirstRowsProps<Row>) {
  const rowsAtOnce = useRowsAtOnce(step);
  const [added, setAdded] = useState(0);
  const count = rowsAtOnce + added;
  return (
    <>
      {children(rows.slice(0, count))}
      {rows.length > count ? (
        <div className={classes.more}>
          <ShowMore variant="secondary" onClick={() => setAdded(added + rowsAtOnce)} />
        </div>
      ) : null}
    </>
  );
}
