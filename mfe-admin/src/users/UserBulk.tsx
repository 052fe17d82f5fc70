import { Button, Select, toast } from '@cytocomm/kit';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { BulkBar, type BulkBarProps } from '@cytocomm/portal-api';
import { roleLabel } from '@cytocomm/session';
import { useState } from 'react';
import { signedInOrTold } from './outcome.tsx';
import { useAssignableRoles } from './roles.ts';
import { useBulk } from './use-bulk.ts';

const count = (number: number) => `${number} ${number === 1 ? 'user' : 'users'}`;

/** What is done to everybody who is chosen: a role given or taken, the invitation resent, or the record deleted. One after the other; who could not be changed, or was not reached, stays chosen. */
export function UserBulk({ selected, onSelect }: Pick<BulkBarProps, 'selected' | 'onSelect'>) {
  const { roles } = useAssignableRoles();
  const [role, setRole] = useState('investor');
  const [asking, setAsking] = useState(false);
  const { run, ...each } = useBulk();
  const people = [...selected];

  const finish = async (work: Parameters<typeof run>[1], told: string) => {
    if (!signedInOrTold()) return;
    const { done, failed, left } = await run(people, work);
    onSelect(new Set([...failed.map(({ key }) => key), ...left]));
    const stopped = left.length === 0 ? '' : `; stopped before ${count(left.length)}`;
    if (done.length > 0) toast.success(`${told} for ${count(done.length)}${stopped}`);
  };
  const removeAll = async () => {
    setAsking(false);
    await finish({ kind: 'delete' }, 'Record deleted');
  };

  return (
    <>
      <BulkBar label="Selected users" selected={selected} onSelect={onSelect} each={each}>
        {(state) => (
          <>
            <Select label="Role to change" hideLabel value={role} onChange={(event) => setRole(event.target.value)}>
              {roles.map((name) => (
                <option key={name} value={name}>
                  {roleLabel(name)}
                </option>
              ))}
            </Select>
            <Button
              variant="secondary"
              size="small"
              {...state}
              onClick={() => void finish({ kind: 'role', role, enable: true }, `${role} enabled`)}
            >
              Give role
            </Button>
            <Button
              variant="secondary"
              size="small"
              {...state}
              onClick={() => void finish({ kind: 'role', role, enable: false }, `${role} removed`)}
            >
              Take role
            </Button>
            <Button
              variant="secondary"
              size="small"
              {...state}
              onClick={() => void finish({ kind: 'invite' }, 'Invitation resent')}
            >
              Resend invitation
            </Button>
            <Button variant="danger" size="small" {...state} onClick={() => setAsking(true)}>
              Delete selected
            </Button>
          </>
        )}
      </BulkBar>
      <ConfirmDialog
        open={asking}
        question={`Delete ${count(people.length)}?`}
        confirmLabel="Delete users"
        cancelLabel="Cancel"
        isLoss
        onCancel={() => setAsking(false)}
        onConfirm={() => void removeAll()}
      >
        <p>They are signed out everywhere at once and cannot sign in any more. What they uploaded or wrote stays.</p>
      </ConfirmDialog>
    </>
  );
}
