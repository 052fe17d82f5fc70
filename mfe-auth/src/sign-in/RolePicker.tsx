import type { Role } from '@cytocomm/contract';
import { Button, Checkbox, Heading, toast, useNavigate } from '@cytocomm/kit';
import { chooseRole, useSession } from '@cytocomm/session';
import { useState } from 'react';
import { afterChoosing, dashboardLabel } from './complete-sign-in.ts';
import { keepDefaultRole } from './default-role.ts';
import classes from './sign-in.module.css';

/** Which dashboard to open, for a person with several roles. */
export function RolePicker({ returnTo }: { readonly returnTo: string }) {
  const roles = useSession((session) => session.roles);
  const navigate = useNavigate();
  const [remember, setRemember] = useState(false);

  const choose = (role: Role) => {
    chooseRole(role);
    if (remember) void rememberRole(role);
    toast.success(`Switched to ${role} dashboard`);
    navigate(afterChoosing(returnTo), { replace: true });
  };

  return (
    <div className={classes.panel}>
      <Heading level={1} size="headline" underline>
        Select Your Dashboard
      </Heading>
      <p className={classes.lead}>You have access to multiple areas. Where would you like to go?</p>
      <div className={classes.choices}>
        {roles.map((role) => (
          <Button key={role} variant="secondary" wide trailingIcon="arrow-right" onClick={() => choose(role)}>
            {dashboardLabel(role)}
          </Button>
        ))}
      </div>
      <Checkbox
        label="Open this one every time I sign in"
        checked={remember}
        onChange={(event) => setRemember(event.target.checked)}
      />
    </div>
  );
}

/** Keeps the choice at the server. It goes on while the dashboard opens; only a failure is told. */
async function rememberRole(role: Role): Promise<void> {
  const failure = await keepDefaultRole(role);
  if (failure !== null) toast.error('Your choice could not be kept. You will be asked again next time.');
}
