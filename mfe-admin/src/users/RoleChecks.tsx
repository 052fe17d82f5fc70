import type { Role, User } from '@cytocomm/contract';
import { Checkbox, Tag } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { freshIdToken, roleLabel, useSession } from '@cytocomm/session';
import { useState } from 'react';
import { showDone } from '../lists/records.tsx';
import { requireSignIn, tellFailure } from './outcome.tsx';
import { useAssignableRoles, useChangeRole } from './user-api.ts';
import classes from './users.module.css';

interface OwnAdminRoleProps {
  readonly open: boolean;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

/** Asks an admin before they take the role from themselves: they could not give it back. */
export function OwnAdminRole({ open, onTake, onKeep }: OwnAdminRoleProps) {
  return (
    <ConfirmDialog
      open={open}
      question="Give up your own admin role?"
      confirmLabel="Give it up"
      cancelLabel="Stay admin"
      isLoss
      onConfirm={onTake}
      onCancel={onKeep}
    >
      <p>You lose access to Administration at once and cannot undo this: another admin must give you the role again.</p>
    </ConfirmDialog>
  );
}

interface RoleChecksProps {
  readonly user: User;
  readonly isLastAdmin: boolean;
}

/**
 * A checkbox for each role that an admin can give, and for the others that the person holds: a role that no longer exists can be
 * removed.
 */
export function RoleChecks({ user, isLastAdmin }: RoleChecksProps) {
  const [changeRole] = useChangeRole();
  const [asks, setAsks] = useState(false);
  // A list that was asked for before the change, and comes while it is under way, does not tick the box back.
  const [pending, setPending] = useState<ReadonlyMap<Role, boolean>>(new Map());
  const { roles, isComplete } = useAssignableRoles();
  const others = user.roles.filter((role) => role !== 'developer' && !roles.includes(role));

  const change = async (role: Role, enable: boolean) => {
    if (!requireSignIn()) return;
    setPending((before) => new Map(before).set(role, enable));
    const { error } = await changeRole({ params: { email: user.email }, body: { role, enable } });
    setPending((before) => new Map([...before].filter(([each]) => each !== role)));
    if (error) {
      tellFailure('Failed to update role', error);
      return;
    }
    const takeBack = () => void change(role, false);
    showDone(`${role} ${enable ? 'enabled' : 'removed'}`, enable && role === 'admin' ? takeBack : undefined);
    // What an admin changes of their own roles shows at once.
    if (user.email === useSession.getState().email) await freshIdToken({ renew: true });
  };

  const isOwn = user.email === useSession((session) => session.email);
  const choose = (role: Role, enable: boolean) => {
    if (isOwn && role === 'admin' && !enable) setAsks(true);
    else void change(role, enable);
  };

  return (
    <div className={classes.roles}>
      {[...roles, ...others].map((role) => {
        const label = `${roleLabel(role)}${isComplete && others.includes(role) ? ' (no more)' : ''}`;
        const isFixed = isLastAdmin && role === 'admin';
        return (
          <Checkbox
            key={role}
            label={label}
            aria-label={`${label} for ${user.email}`}
            checked={pending.get(role) ?? user.roles.includes(role)}
            disabled={isFixed}
            title={isFixed ? 'The last admin keeps this role. Give it to somebody else first.' : undefined}
            onChange={(event) => choose(role, event.target.checked)}
          />
        );
      })}
      <OwnAdminRole
        open={asks}
        onKeep={() => setAsks(false)}
        onTake={() => {
          setAsks(false);
          void change('admin', false);
        }}
      />
      {user.roles.includes('developer') ? <Tag>Developer</Tag> : null}
    </div>
  );
}
