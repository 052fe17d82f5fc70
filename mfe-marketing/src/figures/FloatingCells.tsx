import classes from './FloatingCells.module.css';

/** The specification's number of particles; their size and speed stand in the stylesheet. */
const cells = Array.from({ length: 15 }, (_, index) => index);

/**
 * Cells that drift until they are to stand still: the ground of the hero. Decoration. Where each one lies is written in the stylesheet, so the
 * prerendered page and the hydrated one are the same.
 */
export function FloatingCells({ still }: { readonly still: boolean }) {
  return (
    <div aria-hidden="true" className={classes.field} data-still={still || undefined}>
      {cells.map((cell) => (
        <span key={cell} className={classes.cell} />
      ))}
    </div>
  );
}
