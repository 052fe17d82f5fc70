import { countReaders, listGroups, MAX_GROUPS_OF_ITEM, type Role } from '@cytocomm/contract';
import { Checkbox } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { endpoint } from './endpoint.ts';
import classes from './groups.module.css';
import { QueryFailure } from './QueryFailure.tsx';

/** Reads the groups of readers. */
export const { useQuery: useGroups } = endpoint(listGroups, { tags: ['User'] });

/** Counts the people of given roles and groups. */
const { useQuery: useReaderCount } = endpoint(countReaders, { tags: ['User'], keepUnusedDataFor: 0 });

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

/** A checkbox for each group of readers; nothing without any groups. */
export function GroupChecks({ legend, groups, most, disabled = false, onChange, children }: GroupChecksProps) {
  const { data, error, isFetching, refetch } = useGroups();
  const names = [...new Set([...(data?.items ?? []).map(({ name }) => name), ...groups])].sort();
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
  // While they load it must not look as if there were none: a record for one group would go to everybody.
  if (names.length === 0) return state;
  return (
    <fieldset className={classes.groups}>
      <legend>{legend}</legend>
      <div className={classes.list}>
        {names.map((group) => (
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
        {isFull && names.length > groups.length ? `At most ${most}: take one out to choose another.` : null}
      </p>
      {state}
      {children}
    </fieldset>
  );
}

/** Properties of {@link ItemGroups}. */
export interface ItemGroupsProps {
  /** The groups that are chosen; none: all who may read it by their roles. */
  readonly groups: readonly string[];
  /** Who reads it by their roles; by default everybody signed in. */
  readonly roles?: readonly Role[];
  readonly disabled?: boolean;
  readonly onChange: (groups: readonly string[]) => void;
}

/** Limits a record to groups of readers, and shows how many people that is. Nothing without any groups. */
export function ItemGroups({ groups, roles, disabled = false, onChange }: ItemGroupsProps) {
  return (
    <GroupChecks
      legend="Only for groups"
      groups={groups}
      most={MAX_GROUPS_OF_ITEM}
      disabled={disabled}
      onChange={onChange}
    >
      <p className={classes.reach} aria-live="polite">
        {groups.length === 0 ? 'None chosen: for all who may read it.' : <Reach groups={groups} roles={roles ?? []} />}
      </p>
    </GroupChecks>
  );
}

function Reach({ groups, roles }: Required<Pick<ItemGroupsProps, 'groups' | 'roles'>>) {
  const { currentData, error } = useReaderCount({
    query: { groups: [...groups], ...(roles.length > 0 && { roles: [...roles] }) },
  });
  return reachOf(currentData?.people, error !== undefined);
}

function reachOf(people: number | undefined, isUnknown: boolean): string {
  if (people === undefined)
    return isUnknown ? 'How many people that is could not be counted.' : 'Counting who that is …';
  if (people === 0) return 'Only admins read it.';
  return `${people.toLocaleString('en-US')} ${people === 1 ? 'person reads' : 'people read'} it, besides admins.`;
}
