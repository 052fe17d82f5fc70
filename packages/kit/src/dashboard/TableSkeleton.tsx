import { Skeleton, SkeletonGroup } from '../feedback/Skeleton.tsx';
import classes from './TableSkeleton.module.css';

/** Properties of {@link TableSkeleton}. */
export interface TableSkeletonProps {
  /** What is loading: `Loading users`. */
  readonly label: string;
  readonly columns?: 2 | 3 | 4 | 5 | 6;
  readonly rows?: number;
}

/** The shape of a table that is still loading, in rows of the table's height. */
export function TableSkeleton({ label, columns = 4, rows = 5 }: TableSkeletonProps) {
  const places = Array.from({ length: rows * columns }, (_, place) => place);
  return (
    <SkeletonGroup label={label}>
      <div className={classes.rows} data-columns={columns}>
        {places.map((place) => (
          <div key={place} className={classes.cell}>
            <Skeleton className={place % columns === 0 ? classes.first : classes.other} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
