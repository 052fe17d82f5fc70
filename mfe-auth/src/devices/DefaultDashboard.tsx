import { Select, toast } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { useState } from 'react';
import { dashboardLabel } from '../sign-in/complete-sign-in.ts';
import { keepDefaultRole } from '../sign-in/default-role.ts';
import classes from './devices.module.css';

/** Which dashboard opens at sign-in, for a person with several: one of them, or the one chosen then. */
export function DefaultDashboard() {
  const roles = useSession((session) => session.roles);
  const defaultRole = useSession((session) => session.defaultRole);
  const [busy, setBusy] = useState(false);
  if (roles.length < 2) return null;

  const choose = async (chosen: string) => {
    const role = roles.find((each) => each === chosen) ?? null;
    setBusy(true);
    const failure = await keepDefaultRole(role);
    setBusy(false);
    if (failure !== null) toast.error(`Your choice could not be kept. ${failure}`);
    else
      toast.success(role === null ? 'You are asked at each sign-in' : `Signing in opens the ${dashboardLabel(role)}`);
  };
  return (
    <Select
      label="When I sign in, open"
      value={defaultRole ?? ''}
      aria-busy={busy}
      onChange={({ target }) => {
        if (!busy) void choose(target.value);
      }}
      className={classes.choice}
    >
      <option value="">Ask me each time</option>
      {roles.map((role) => (
        <option key={role} value={role}>
          {dashboardLabel(role)}
        </option>
      ))}
    </Select>
  );
}
