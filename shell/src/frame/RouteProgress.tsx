import classes from './RouteProgress.module.css';

/** A thin line at the top while the next page loads; a fast page never shows it. */
export function RouteProgress({ active }: { readonly active: boolean }) {
  if (!active) return null;
  return (
    <div role="progressbar" aria-label="Loading page" className={classes.track}>
      <div className={classes.line} />
    </div>
  );
}
