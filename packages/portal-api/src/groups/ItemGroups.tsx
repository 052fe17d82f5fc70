import { MAX_GROUPS_OF_ITEM, type Role } from '@cytocomm/contract';
import { GroupChecks } from './GroupChecks.tsx';
import { useReaderCount } from './group-api.ts';
import classes from './groups.module.css';

/** Properties of {@link ItemGroups}. */
export interface ItemGroupsProps {
  /** The groups that are chosen; none: all who may read it by their roles. */
  readonly groups: readonly string[];
  /** Who reads it by their roles; by default everybody signed in. */
  readonly roles?: readonly Role[];
  readonly disabled?: boolean;
  readonly onChange: (groups: readonly string[]) => void;
}

/** Chooses for which groups of readers alone something is, and says how many people that is. Without any groups there is nothing. */
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
  if (people === 0) return 'Nobody but admins reads it.';
  return `${people.toLocaleString('en-US')} ${people === 1 ? 'person reads' : 'people read'} it, besides admins.`;
}
