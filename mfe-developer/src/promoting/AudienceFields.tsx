import { type CanaryShare, type RemoteItem, type Role, roleName } from '@cytocomm/contract';
import { Checkbox, Select, TextField } from '@cytocomm/kit';
import { useId } from 'react';
import { useRemotes } from '../live/live-api.ts';
import classes from './promoting.module.css';

/** The largest share of visitors that a canary gets, in per cent. */
const MAX_PERCENT = 50;

const OF_PORTAL: readonly Role[] = ['developer', 'admin', 'investor', 'customer'];

/** Returns the roles that a canary can be for: those of the portal itself, then those that the table of remotes names. */
function canaryRoles(remotes: readonly RemoteItem[]): readonly Role[] {
  return [...new Set([...OF_PORTAL, ...remotes.flatMap(({ claims }) => claims.roles).sort()])];
}

/** For whom a promotion is, as it stands in the form. */
export interface Audience {
  readonly kind: 'everybody' | 'percent' | 'roles';
  /** As typed. */
  readonly percent: string;
  readonly roles: readonly Role[];
}

/** What is wrong with an audience, for its field; null when nothing is. */
export function audienceProblem({ kind, percent, roles }: Audience): string | null {
  if (kind === 'roles') return roles.length === 0 ? 'Choose a role.' : null;
  const share = Number(percent);
  const isShare = Number.isInteger(share) && share >= 1 && share <= MAX_PERCENT;
  return kind === 'everybody' || isShare ? null : `A whole number from 1 to ${MAX_PERCENT}.`;
}

/** Returns the canary of a valid audience; undefined for everybody, which is none. */
export function canaryOf({ kind, percent, roles }: Audience): CanaryShare | undefined {
  if (kind === 'everybody') return undefined;
  return kind === 'percent' ? { percent: Number(percent) } : { roles: [...roles] };
}

/** Properties of {@link AudienceFields}. */
export interface AudienceFieldsProps {
  readonly audience: Audience;
  readonly error: string | null;
  readonly onChange: (audience: Audience) => void;
}

/** For whom a release is promoted: everybody, or as a canary for some. */
export function AudienceFields({ audience, error, onChange }: AudienceFieldsProps) {
  const errorId = useId();
  const { kind, percent, roles } = audience;
  const choices = canaryRoles(useRemotes().data?.items ?? []);
  const kinds: Readonly<Record<string, Audience['kind']>> = { percent: 'percent', roles: 'roles' };
  return (
    <>
      <Select
        label="For whom"
        value={kind}
        hint={
          kind === 'everybody' ? undefined : 'A canary: it is tried on some, and goes back by itself when it fails.'
        }
        onChange={({ target }) => onChange({ ...audience, kind: kinds[target.value] ?? 'everybody' })}
      >
        <option value="everybody">Everybody</option>
        <option value="percent">A share of visitors</option>
        <option value="roles">People with a role</option>
      </Select>
      {kind === 'percent' ? (
        <TextField
          label="Percent of visitors"
          type="number"
          min={1}
          max={MAX_PERCENT}
          step={1}
          inputMode="numeric"
          value={percent}
          error={error}
          onChange={({ target }) => onChange({ ...audience, percent: target.value })}
        />
      ) : null}
      {kind === 'roles' ? (
        <fieldset className={classes.roles} aria-describedby={error === null ? undefined : errorId}>
          <legend>Roles</legend>
          {choices.map((role) => (
            <Checkbox
              key={role}
              label={roleName(role)}
              checked={roles.includes(role)}
              aria-invalid={error === null ? undefined : true}
              onChange={({ target }) =>
                onChange({
                  ...audience,
                  roles: choices.filter((each) => (each === role ? target.checked : roles.includes(each))),
                })
              }
            />
          ))}
          {error === null ? null : (
            <p id={errorId} role="alert" className={classes.error}>
              {error}
            </p>
          )}
        </fieldset>
      ) : null}
    </>
  );
}
