import { Button, Dialog, Select, toast } from '@cytocomm/kit';
import { roleLabel } from '@cytocomm/session';
import { useState } from 'react';
import { FailureNotice } from '../lists/FailureNotice.tsx';
import lists from '../lists/lists.module.css';
import { MAX_CHOSEN } from '../lists/use-each.ts';
import { signedInOrTold } from './outcome.tsx';
import { useAssignableRoles } from './roles.ts';
import { useBulk } from './use-bulk.ts';

/** Properties of {@link BulkBar}. */
export interface BulkBarProps {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** What is done to everybody who is chosen: a role given or taken, the invitation resent, or the record deleted. One after the other; who could not be changed stays chosen. */
export function BulkBar({ selected, onSelect }: BulkBarProps) {
  const { roles } = useAssignableRoles();
  const [role, setRole] = useState('investor');
  const [asking, setAsking] = useState(false);
  const { run, done, failures, dismiss } = useBulk();
  const people = [...selected];
  const isBusy = done !== undefined;
  const tooMany = people.length > MAX_CHOSEN;

  const finish = async (work: Parameters<typeof run>[1], told: string) => {
    if (!signedInOrTold()) return;
    const failed = await run(people, work);
    onSelect(new Set(failed.map(({ key }) => key)));
    const count = people.length - failed.length;
    if (count > 0) toast.success(`${told} for ${count} ${count === 1 ? 'user' : 'users'}`);
  };
  const removeAll = async () => {
    setAsking(false);
    await finish({ kind: 'delete' }, 'Record deleted');
  };

  return (
    <>
      {people.length > 0 ? (
        <section aria-label="Selected users" className={lists.bulk}>
          <span className="tabular">{isBusy ? `${done} of ${people.length} done` : `${people.length} selected`}</span>
          <Select label="Role to change" hideLabel value={role} onChange={(event) => setRole(event.target.value)}>
            {roles.map((each) => (
              <option key={each} value={each}>
                {roleLabel(each)}
              </option>
            ))}
          </Select>
          <Button
            variant="secondary"
            size="small"
            busy={isBusy}
            disabled={tooMany}
            onClick={() => void finish({ kind: 'role', role, enable: true }, `${role} enabled`)}
          >
            Give role
          </Button>
          <Button
            variant="secondary"
            size="small"
            busy={isBusy}
            disabled={tooMany}
            onClick={() => void finish({ kind: 'role', role, enable: false }, `${role} removed`)}
          >
            Take role
          </Button>
          <Button
            variant="secondary"
            size="small"
            busy={isBusy}
            disabled={tooMany}
            onClick={() => void finish({ kind: 'invite' }, 'Invitation resent')}
          >
            Resend invitation
          </Button>
          <Button variant="danger" size="small" busy={isBusy} disabled={tooMany} onClick={() => setAsking(true)}>
            Delete selected
          </Button>
          <Button variant="quiet" size="small" disabled={isBusy} onClick={() => onSelect(new Set())}>
            Clear selection
          </Button>
          {tooMany ? <span>At most {MAX_CHOSEN} at once: select fewer.</span> : null}
        </section>
      ) : null}
      <FailureNotice failures={failures} onClose={dismiss} />
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${people.length} users?`}
        size="narrow"
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" onClick={() => void removeAll()}>
              Delete users
            </Button>
          </>
        }
      >
        <p>They are signed out everywhere at once and cannot sign in any more. What they uploaded or wrote stays.</p>
      </Dialog>
    </>
  );
}
