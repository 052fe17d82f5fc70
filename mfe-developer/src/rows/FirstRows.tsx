import { Button } from '@cytocomm/kit';
import { useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { type ReactNode, useState } from 'react';
import classes from './rows.module.css';

/** How many rows are shown first, and added at once; a phone has fewer. */
const STEP = 20;

/** Properties of {@link FirstRows}. */
export interface FirstRowsProps<Row> {
  readonly rows: readonly Row[];
  /** Draws the rows that are shown. */
  readonly children: (shown: readonly Row[]) => ReactNode;
}

/** The first of many rows that came in one answer, and the button for more. */
export function FirstRows<Row>({ rows, children }: FirstRowsProps<Row>) {
  const step = useRowsAtOnce(STEP);
  const [added, setAdded] = useState(0);
  const count = step + added;
  return (
    <>
      {children(rows.slice(0, count))}
      {rows.length > count ? (
        <div className={classes.more}>
          <Button variant="secondary" size="small" onClick={() => setAdded(added + step)}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}
