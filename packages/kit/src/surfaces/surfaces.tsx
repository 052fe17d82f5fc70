import type { HTMLAttributes, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './surfaces.module.css';

/** Properties of {@link Tag}. */
export interface TagProps {
  readonly tone?: 'neutral' | 'teal' | 'amber' | 'coral';
  /** A dot before the words that stands for something running now. */
  readonly live?: boolean;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A word or two about the state of a thing. */
export function Tag({ tone = 'neutral', live = false, children, className }: TagProps) {
  return (
    <span className={classNames(classes.tag, classes[tone], className)}>
      {live ? <span aria-hidden="true" className={classes.liveDot} /> : null}
      {children}
    </span>
  );
}

/** Properties of {@link Card}. */
export interface CardProps extends HTMLAttributes<HTMLElement> {
  /** The element it is: an `article` stands alone, an `li` belongs to a list. */
  readonly as?: 'div' | 'article' | 'section' | 'li';
}

/** A surface at rest. Never a card in a card. */
export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  return <Tag {...rest} className={classNames(classes.card, className)} />;
}

/** One column of a {@link DataTable}. */
export interface DataColumn<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand right-aligned in tabular figures, actions at the row's end. */
  readonly kind?: 'text' | 'number' | 'actions';
  /** The column that names its row. */
  readonly rowHeader?: boolean;
}

/** Properties of {@link DataTable}. */
export interface DataTableProps<Row> {
  /** What the table holds; spoken, and drawn when `showCaption`. */
  readonly caption: string;
  readonly showCaption?: boolean;
  readonly columns: ReadonlyArray<DataColumn<Row>>;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Shown in place of rows when there are none. */
  readonly empty?: ReactNode;
  /** The rows answer an earlier question: others are on their way, and the actions wait. False by default. */
  readonly busy?: boolean;
  readonly className?: string | undefined;
}

/**
 * A plain table; with less than 720 px of room each row becomes a block whose cells carry their column's name. The room is
 * that of its place, not of the window. It has no width of its own: in a place that shrinks to what it holds it is 0 px wide.
 */
export function DataTable<Row>({
  caption,
  showCaption,
  columns,
  rows,
  rowKey,
  empty,
  busy = false,
  className,
}: DataTableProps<Row>) {
  return (
    <div className={classes.tableRoom}>
      <table aria-busy={busy || undefined} className={classNames(classes.table, className)}>
        <caption className={showCaption ? classes.caption : 'visually-hidden'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classes[column.kind ?? 'text']}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => {
                const Cell = column.rowHeader ? 'th' : 'td';
                return (
                  <Cell
                    key={column.key}
                    scope={column.rowHeader ? 'row' : undefined}
                    data-label={column.header}
                    inert={busy && column.kind === 'actions'}
                    className={classes[column.kind ?? 'text']}
                  >
                    {column.cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
          {rows.length === 0 && empty ? (
            <tr>
              <td colSpan={columns.length} className={classes.emptyCell}>
                {empty}
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  );
}
