import type { ReactNode } from 'react';
import { Checkbox } from '../forms/Checkbox.tsx';
import classes from './DataGrid.module.css';
import type { GridColumn } from './data-grid-types.ts';

/** Properties of {@link GridCards}. */
export interface GridCardsProps<Row> {
  readonly caption: string;
  readonly columns: ReadonlyArray<GridColumn<Row>>;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly selected: ReadonlySet<string> | undefined;
  readonly onSelect: ((selected: ReadonlySet<string>) => void) | undefined;
  readonly empty: ReactNode;
}

/** The rows of a grid where there is no room for a table: one card each. */
export function GridCards<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowName,
  selected,
  onSelect,
  empty,
}: GridCardsProps<Row>) {
  const heading = columns.find(({ rowHeader }) => rowHeader);
  const buttons = columns.filter(({ actions }) => actions);
  const others = columns.filter((column) => column !== heading && !column.actions);
  const choose = (key: string, chosen: boolean) => {
    const rest = [...(selected ?? [])].filter((each) => each !== key);
    onSelect?.(new Set(chosen ? [...rest, key] : rest));
  };
  if (rows.length === 0) return <div className={classes.empty}>{empty}</div>;
  return (
    <ul aria-label={caption} className={classes.cards}>
      {rows.map((row) => {
        const key = rowKey(row);
        return (
          <li key={key} className={classes.card}>
            <div className={classes.cardHead}>
              {selected && onSelect ? (
                <Checkbox
                  label={`Select ${rowName(row)}`}
                  hideLabel
                  checked={selected.has(key)}
                  onChange={(event) => choose(key, event.target.checked)}
                />
              ) : null}
              <div className={classes.cardName}>{heading?.cell(row)}</div>
              {buttons.map((column) => (
                <div key={column.key} className={classes.cardButtons}>
                  {column.cell(row)}
                </div>
              ))}
            </div>
            <dl className={classes.cardFields}>
              {others.map((column) => (
                <div key={column.key}>
                  <dt>{column.header}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
