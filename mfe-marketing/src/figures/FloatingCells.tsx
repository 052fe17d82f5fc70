import classes from './FloatingCells.module.css';

/** The specification's number of particles; their size and speed stand in the stylesheet. */
const cells = Array.from({ length: 15 }, (_, index) => index);

/** Cells that drift until they are to stand still, behind the hero. Their places are in the stylesheet: markup that is hydrated may not be random. */
export function FloatingCells({ still }: { readonly still: boolean }) {
  return (
    <div aria-hidden="true" className={classes.field} data-still={still || undefined}>
      {cells.map((cell) => (
        <span key={cell} className={classes.cell} />
      ))}
    </div>
  );
}
