import { Tag } from '@cytocomm/kit';
import classes from './health.module.css';
import type { Stage } from './watched-releases.ts';

/** Properties of {@link ReleaseName}. */
export interface ReleaseNameProps {
  readonly remote: string;
  /** Its version, and the beginning of its hash. */
  readonly release: string;
  readonly stage: Stage | null;
}

/** A release of a remote, and who gets it. */
export function ReleaseName({ remote, release, stage }: ReleaseNameProps) {
  const end = release.lastIndexOf('-');
  return (
    <span className={classes.two}>
      <span className={classes.name}>
        {remote} <span className="tabular">{release.slice(0, end)}</span>
        {stage === 'live' ? <Tag tone="teal">Live</Tag> : null}
        {stage === 'canary' ? <Tag tone="amber">Canary</Tag> : null}
      </span>
      <code className={classes.small}>{release.slice(end + 1, end + 9)}</code>
    </span>
  );
}
