import { Skeleton, SkeletonGroup } from '@cytocomm/kit';
import classes from './news.module.css';

/** Lines of news that are still loading. */
export function NewsSkeleton({ label, lines }: { readonly label: string; readonly lines: 2 | 4 }) {
  return (
    <SkeletonGroup label={label} className={classes.list}>
      {[1, 2, 3, 4].slice(0, lines).map((line) => (
        <div key={line} className={classes.line}>
          <Skeleton />
          <Skeleton lines={2} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
