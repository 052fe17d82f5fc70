import { VisuallyHidden } from '@cytocomm/kit';
import classes from './live.module.css';
import { type PartChange, shortHash } from './lock-parts.ts';

/** Properties of {@link PartChanges}. */
export interface PartChangesProps {
  /** Names the list. */
  readonly label: string;
  readonly changes: readonly PartChange[];
}

/** Which releases come into the place of which. */
export function PartChanges({ label, changes }: PartChangesProps) {
  if (changes.length === 0) return <p className={classes.small}>The same releases.</p>;
  return (
    <ul aria-label={label} className={classes.changes}>
      {changes.map((change) => (
        <li key={change.name}>
          <code>{change.name}</code> <Versions change={change} />
        </li>
      ))}
    </ul>
  );
}

function Versions({ change: { from, to } }: { readonly change: PartChange }) {
  if (from === null) return <span className="tabular">{to?.version} added</span>;
  if (to === null) return <span className="tabular">{from.version} removed</span>;
  const isSame = from.version === to.version;
  return (
    <span className="tabular">
      {isSame ? `${from.version}: ${shortHash(from)}` : from.version} <span aria-hidden="true">→</span>
      <VisuallyHidden>to</VisuallyHidden> {isSame ? shortHash(to) : to.version}
    </span>
  );
}
