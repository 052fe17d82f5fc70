import { type BuiltInRole, type CalendarEvent, listRemotes, type Role } from '@cytocomm/contract';
import { Checkbox, Select } from '@cytocomm/kit';
import { endpoint, ItemGroups } from '@cytocomm/portal-api';
import { roleLabel } from '@cytocomm/session';
import type { EventDraft } from './event-draft.ts';
import classes from './form.module.css';
import type { DraftPartProps } from './WhenFields.tsx';

const OF_PORTAL: readonly BuiltInRole[] = ['admin', 'investor', 'customer', 'developer'];

const { useQuery: useRemotes } = endpoint(listRemotes, { tags: ['Remote'] });

/** Returns the roles that events can be for: those of the portal, then those of teams, alphabetically. */
export function useAudienceRoles(): readonly Role[] {
  const { data } = useRemotes();
  const named = Array.isArray(data?.items) ? data.items.flatMap(({ claims }) => claims?.roles ?? []) : [];
  return [...new Set([...OF_PORTAL, ...named.toSorted()])];
}

const WORDS: Readonly<Record<EventDraft['audience'], string>> = {
  everybody: 'Everybody signed in',
  public: 'Public: also on News & Events',
  roles: 'Only some roles',
};

const isAudience = (value: string): value is EventDraft['audience'] => value in WORDS;

/** Returns who sees an event, in a word or two. */
export function audienceWords({ audience, groups = [] }: Pick<CalendarEvent, 'audience' | 'groups'>): string {
  const within = groups.length === 0 ? '' : ` in ${groups.join(', ')}`;
  if (audience === undefined) return `Everybody signed in${within}`;
  return audience === 'public' ? 'Public' : `${audience.map(roleLabel).join(', ')}${within}`;
}

/** Who sees an event. */
export function WhoFields({ draft: { audience, roles, groups }, faults, onChange }: DraftPartProps) {
  // An event may be for a role that is no more. Admins see every one.
  const options = [...new Set([...useAudienceRoles(), ...roles])].filter((role) => role !== 'admin');
  return (
    <>
      <Select
        label="Who sees it"
        value={audience}
        error={faults.roles}
        onChange={({ target }) => isAudience(target.value) && onChange({ audience: target.value })}
      >
        {Object.entries(WORDS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
      {audience === 'roles' ? (
        <fieldset className={classes.roles}>
          <legend>Besides admins</legend>
          {options.map((role) => (
            <Checkbox
              key={role}
              label={roleLabel(role)}
              checked={roles.includes(role)}
              onChange={({ target }) =>
                onChange({ roles: target.checked ? [...roles, role] : roles.filter((each) => each !== role) })
              }
            />
          ))}
        </fieldset>
      ) : null}
      {audience === 'public' ? null : (
        <ItemGroups
          groups={groups}
          {...(audience === 'roles' && { roles })}
          onChange={(chosen) => onChange({ groups: chosen })}
        />
      )}
    </>
  );
}
