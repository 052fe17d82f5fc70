import { Checkbox } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { QueryFailure } from '../QueryFailure.tsx';
import { useGroups } from './group-api.ts';
import classes from './groups.module.css';

/** Properties of {@link GroupChecks}. */
export interface GroupChecksProps {
  readonly legend: string;
  /** The groups that are chosen. */
  readonly groups: readonly string[];
  /** How many may be chosen. */
  readonly most: number;
  readonly disabled?: boolean;
  readonly onChange: (groups: readonly string[]) => void;
  /** What is said below. */
  readonly children?: ReactNode;
}

/** A box for each group of readers. Without any groups there is nothing. */
export function GroupChecks({ legend, groups, most, disabled = false, onChange, children }: GroupChecksProps) {
  const { data, error, isFetching, refetch } = useGroups();
  const known = [...new Set([...(data?.items ?? []).map(({ name }) => name), ...groups])].sort();
  const isFull = groups.length >= most;
  const state =
    data !== undefined ? null : error ? (
      <QueryFailure
        title="The groups of readers could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <p role="status" className={classes.reach}>
        Loading groups of readers …
      </p>
    );
  // Without groups yet it must not look as if there were none: what is for a group would go to everybody.
  if (known.length === 0) return state;
  return (
    <fieldset className={classes.groups}>
      <legend>{legend}</legend>
      <div className={classes.list}>
        {known.map((group) => (
          <Checkbox
            key={group}
            label={group}
            checked={groups.includes(group)}
            disabled={disabled || (isFull && !groups.includes(group))}
            onChange={({ target }) =>
              onChange(target.checked ? [...groups, group].sort() : groups.filter((each) => each !== group))
            }
          />
        ))}
      </div>
      <p role="status" className={classes.reach}>
        {isFull && known.length > groups.length ? `At most ${most}: take one out to choose another.` : null}
      </p>
      {state}
      {children}
    </fieldset>
  );
}
