import type { Lock, Role } from '@cytocomm/contract';
import { Button, Icon, Select, useLocation, useNavigate } from '@cytocomm/kit';
import { previewAs, roleLabel, useSession } from '@cytocomm/session';
import { useEffect, useMemo, useState } from 'react';
import { DASHBOARD, dashboardAddress } from './addresses.ts';
import classes from './preview.module.css';
import { rolesIn } from './sections.ts';

/** The preview of another role's dashboard. */
export interface Preview {
  /** The role that is previewed; null when the person sees what is their own. */
  readonly role: Role | null;
  /** False until the session has the role of the address. */
  readonly settled: boolean;
  /** The roles that may be previewed; none unless the person is an admin. */
  readonly choices: readonly Role[];
  /** Starts the preview of a role; null ends it. */
  readonly choose: (role: Role | null) => void;
  /** The query of links inside the dashboard during the preview; else empty. */
  readonly query: string;
}

/** The field of the address that names the previewed role. */
const FIELD = 'preview';
/** The state of the navigation by which the person ends a preview. */
const ENDED = 'preview-ended';

/**
 * Returns an admin's preview of another role's dashboard. The page's address holds the role, so Back leaves the preview and
 * a reload keeps it; a link inside the dashboard that does not name it gets it. The session holds it for the calls, which are
 * then answered as for that role, and change nothing.
 */
export function usePreview(lock: Lock): Preview {
  const { pathname, search, hash, key, state } = useLocation();
  const navigate = useNavigate();
  const isAdmin = useSession(({ roles }) => roles.includes('admin'));
  const sessionRole = useSession((session) => session.previewAs);
  const choices = useMemo(() => (isAdmin ? rolesIn(lock).filter((role) => role !== 'admin') : []), [lock, isAdmin]);
  // History entries outside a preview: Back to one of them ends it.
  const [outside] = useState(() => new Set<string>());
  const named = new URLSearchParams(search).get(FIELD);
  const goesOn = named === null && sessionRole !== null && state !== ENDED && !outside.has(key);
  const role = choices.find((choice) => choice === (goesOn ? sessionRole : named)) ?? null;

  useEffect(() => previewAs(role), [role]);
  // Leaving the dashboard leaves the preview.
  useEffect(() => () => previewAs(null), []);
  useEffect(() => {
    if (role === null) outside.add(key);
  }, [role, key, outside]);
  useEffect(() => {
    if (!goesOn || role === null) return;
    const fields = new URLSearchParams(search);
    fields.set(FIELD, role);
    navigate(`${pathname}?${fields}${hash}`, { replace: true });
  }, [goesOn, role, pathname, search, hash, navigate]);

  return {
    role,
    settled: sessionRole === role,
    choices,
    choose: (choice) => {
      if (choice === null) navigate(DASHBOARD, { state: ENDED });
      else navigate(`${dashboardAddress(choice)}?${new URLSearchParams({ [FIELD]: choice })}`);
    },
    query: role === null ? '' : `?${new URLSearchParams({ [FIELD]: role })}`,
  };
}

/** Properties of {@link PreviewChoice}. */
interface PreviewChoiceProps extends Preview {
  /** Called when a role was chosen, or none. */
  readonly onChosen: () => void;
}

/** Lets an admin choose the role whose dashboard is previewed; nothing for others. */
export function PreviewChoice({ role, choices, choose, onChosen }: PreviewChoiceProps) {
  if (choices.length === 0) return null;
  return (
    <Select
      label="Preview as role"
      value={role ?? ''}
      onChange={({ target }) => {
        onChosen();
        choose(choices.find((choice) => choice === target.value) ?? null);
      }}
    >
      <option value="">Off</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {roleLabel(choice)}
        </option>
      ))}
    </Select>
  );
}

/** Properties of {@link PreviewMark}. */
export interface PreviewMarkProps {
  readonly role: Role;
  readonly onEnd: () => void;
}

/** The banner of a preview, with the button that ends it. It stays in view while the page scrolls. */
export function PreviewMark({ role, onEnd }: PreviewMarkProps) {
  return (
    <section aria-label="Preview" className={classes.mark}>
      <Icon name="eye" size="small" />
      <p role="status">
        <strong>Preview as {role}.</strong> Nothing can be changed here.
      </p>
      <Button variant="secondary" size="small" onClick={onEnd}>
        End preview
      </Button>
    </section>
  );
}
