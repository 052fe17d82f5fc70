import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../actions/Button.tsx';
import { Checkbox } from '../forms/fields.tsx';
import { VisuallyHidden } from '../typography/typography.tsx';
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

/** The rows of a grid where there is no room for a table: one card each, whose buttons and lesser columns unfold. */
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
  const choose = (key: string, chosen: boolean) => {
    const rest = [...(selected ?? [])].filter((each) => each !== key);
    onSelect?.(new Set(chosen ? [...rest, key] : rest));
  };
  if (rows.length === 0) return <div className={classes.empty}>{empty}</div>;
  return (
    <>
      {selected && onSelect && rows.length > 1 ? (
        <AllBox keys={rows.map(rowKey)} selected={selected} onSelect={onSelect} />
      ) : null}
      <ul aria-label={caption} className={classes.cards}>
        {rows.map((row) => {
          const key = rowKey(row);
          const name = rowName(row);
          return (
            <Card key={key} row={row} name={name} columns={columns}>
              {selected && onSelect ? (
                <Checkbox
                  label={`Select ${name}`}
                  hideLabel
                  checked={selected.has(key)}
                  onChange={(event) => choose(key, event.target.checked)}
                />
              ) : null}
            </Card>
          );
        })}
      </ul>
    </>
  );
}

interface AllBoxProps {
  /** Of the rows that are shown. */
  readonly keys: readonly string[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** Chooses all rows that are shown, or none. */
function AllBox({ keys, selected, onSelect }: AllBoxProps) {
  const isAll = keys.every((key) => selected.has(key));
  const isSome = !isAll && keys.some((key) => selected.has(key));
  return (
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = isSome;
      }}
      label={`Select all ${keys.length} shown`}
      checked={isAll}
      onChange={() => onSelect(new Set(isAll ? [] : [...selected, ...keys]))}
    />
  );
}

interface CardProps<Row> {
  readonly row: Row;
  readonly name: string;
  readonly columns: ReadonlyArray<GridColumn<Row>>;
  /** Before the name. */
  readonly children: ReactNode;
}

function Card<Row>({ row, name, columns, children }: CardProps<Row>) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const restId = useId();
  const card = useRef<HTMLLIElement>(null);
  // What unfolds at the lower edge of the screen would be out of sight.
  useEffect(() => {
    if (isUnfolded) card.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isUnfolded]);
  const heading = columns.find(({ rowHeader }) => rowHeader);
  const buttons = columns.filter(({ actions }) => actions);
  const fields = columns.filter((column) => column !== heading && !column.actions);
  const folded = fields.filter((column) => column.folded);
  return (
    <li ref={card} className={classes.card}>
      <div className={classes.cardHead}>
        {children}
        <div className={classes.cardName}>{heading?.cell(row)}</div>
        {buttons.length + folded.length > 0 || fields.some(({ brief }) => brief !== undefined) ? (
          <Button
            variant="quiet"
            size="small"
            icon="more"
            aria-expanded={isUnfolded}
            aria-controls={restId}
            aria-label={`More of ${name}`}
            onClick={() => setIsUnfolded((was) => !was)}
          >
            <VisuallyHidden>More</VisuallyHidden>
          </Button>
        ) : null}
      </div>
      <Fields row={row} columns={fields.filter((column) => !column.folded)} isBrief={!isUnfolded} />
      <div id={restId} hidden={!isUnfolded}>
        {isUnfolded ? (
          <>
            <Fields row={row} columns={folded} isBrief={false} />
            {buttons.map((column) => (
              <div key={column.key} className={classes.cardButtons}>
                {column.cell(row)}
              </div>
            ))}
          </>
        ) : null}
      </div>
    </li>
  );
}

interface FieldsProps<Row> extends Pick<CardProps<Row>, 'row' | 'columns'> {
  readonly isBrief: boolean;
}

function Fields<Row>({ row, columns, isBrief }: FieldsProps<Row>) {
  if (columns.length === 0) return null;
  return (
    <dl className={classes.cardFields}>
      {columns.map((column) => {
        const value = isBrief && column.brief ? column.brief(row) : column.cell(row);
        // The name of nothing tells nothing.
        return value === '' || value === null ? null : (
          <div key={column.key}>
            <dt>{column.header}</dt>
            <dd>{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
