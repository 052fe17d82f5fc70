import { Checkbox } from '../forms/Checkbox.tsx';
import { Select } from '../forms/Select.tsx';
import classes from './DataGrid.module.css';
import type { GridColumn } from './data-grid-types.ts';
import type { GridView } from './grid-view.ts';

/** Properties of {@link GridMenu}. */
export interface GridMenuProps<Row> {
  readonly columns: ReadonlyArray<GridColumn<Row>>;
  readonly view: GridView;
  readonly onView: (view: GridView) => void;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
  /** The rows are cards: their order is chosen here, there are no heads to press. */
  readonly asCards: boolean;
}

const ORDER_WORDS = {
  words: ['A to Z', 'Z to A'],
  time: ['oldest first', 'newest first'],
  size: ['smallest first', 'largest first'],
} as const;

/** What a person can choose about a grid: its columns, its density, and its order where it has no heads. */
export function GridMenu<Row>({ columns, view, onView, sort, onSort, asCards }: GridMenuProps<Row>) {
  const sortable = columns.filter((column) => column.sortable);
  const show = (key: string, shown: boolean) => {
    const rest = view.hidden.filter((each) => each !== key);
    onView({ ...view, hidden: shown ? rest : [...rest, key] });
  };
  return (
    <div className={classes.menuRow}>
      {asCards && onSort && sortable.length > 0 ? (
        <Select label="Sort by" value={sort ?? ''} onChange={(event) => onSort(event.target.value)}>
          {sortable.flatMap(({ key, header, sortable: by }) => {
            const [up, down] = ORDER_WORDS[by === 'time' || by === 'size' ? by : 'words'];
            return [
              <option key={key} value={key}>{`${header}, ${up}`}</option>,
              <option key={`-${key}`} value={`-${key}`}>{`${header}, ${down}`}</option>,
            ];
          })}
        </Select>
      ) : null}
      <details className={classes.menu}>
        <summary>View</summary>
        <div className={classes.menuPanel}>
          <fieldset>
            <legend>Columns</legend>
            {columns
              .filter(({ rowHeader }) => !rowHeader)
              .map(({ key, header }) => (
                <Checkbox
                  key={key}
                  label={header}
                  checked={!view.hidden.includes(key)}
                  onChange={(event) => show(key, event.target.checked)}
                />
              ))}
          </fieldset>
          {asCards ? null : (
            <Checkbox
              label="Compact rows"
              checked={view.density === 'compact'}
              onChange={(event) => onView({ ...view, density: event.target.checked ? 'compact' : 'standard' })}
            />
          )}
        </div>
      </details>
    </div>
  );
}
