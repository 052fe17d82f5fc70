import { MAX_PASSKEYS, type Passkey, type PasskeyList } from '@cytocomm/contract';
import { Button, type DataColumn, DataTable, Dialog, Heading, Notice, RelativeTime, Tag, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { type FormEvent, useRef, useState } from 'react';
import { AddPasskey } from './AddPasskey.tsx';
import { knowsPasskeys } from './authenticator.ts';
import { PasskeyNameField } from './PasskeyNameField.tsx';
import { useRemovePasskey, useRenamePasskey } from './passkey-api.ts';
import classes from './security.module.css';

/** Properties of {@link RemovePasskey}. */
interface RemovePasskeyProps {
  readonly passkey: Passkey;
  /** Whether the person has no other: then the recovery codes go, too. */
  readonly isLast: boolean;
}

/** Removes a passkey, after asking. */
function RemovePasskey({ passkey: { id, name }, isLast }: RemovePasskeyProps) {
  const [asking, setAsking] = useState(false);
  const [remove, { isLoading }] = useRemovePasskey();
  const close = () => setAsking(false);
  const confirm = async () => {
    const { error } = await remove({ params: { id } });
    if (error) toast.error(problemMessage(error));
    else toast.success('Passkey removed');
    close();
  };
  return (
    <>
      <Button variant="quiet" size="small" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title={`Remove “${name}”?`}
        size="narrow"
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button variant="danger" busy={isLoading} onClick={() => void confirm()}>
              Remove
            </Button>
          </>
        }
      >
        <p>
          It signs nobody in any more. Your device may still list it: delete it there, too.
          {isLast
            ? ' It is your only one: your recovery codes go with it, and the mailed link alone signs you in.'
            : null}
        </p>
      </Dialog>
    </>
  );
}

/** Lets the person call a passkey by another name. */
function RenamePasskey({ passkey: { id, name } }: { readonly passkey: Passkey }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string | null>(null);
  const [rename, { isLoading }] = useRenamePasskey();
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted === '') return setError('Give it a name, so that you know it again.');
    const { error: refused } = await rename({ params: { id }, body: { name: wanted } });
    if (refused) return setError(problemMessage(refused));
    setOpen(false);
    toast.success('Passkey renamed');
  };
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Rename ${name}`}
        onClick={() => {
          setTyped(name);
          setError(null);
          setOpen(true);
        }}
      >
        Rename
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Rename this passkey" size="narrow" initialFocus={field}>
        <form noValidate onSubmit={(event) => void submit(event)} className={classes.form}>
          <PasskeyNameField ref={field} value={typed} error={error} onName={setTyped} />
          <Button type="submit" wide busy={isLoading} busyLabel="Saving...">
            Save
          </Button>
        </form>
      </Dialog>
    </>
  );
}

const columns: readonly DataColumn<Passkey>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ name, synced }) => (
      <span className={classes.name}>
        {name}
        {synced ? <Tag tone="teal">Synced</Tag> : null}
      </span>
    ),
  },
  { key: 'createdAt', header: 'Added', cell: ({ createdAt }) => <RelativeTime date={createdAt} /> },
  {
    key: 'lastUsedAt',
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <RelativeTime date={lastUsedAt} />),
  },
];

/** The passkeys of the person, and how to add one. */
export function PasskeySection({ list: { items, needed } }: { readonly list: PasskeyList }) {
  const actions: DataColumn<Passkey> = {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (passkey) => (
      <>
        <RenamePasskey passkey={passkey} />
        {needed && items.length === 1 ? null : <RemovePasskey passkey={passkey} isLast={items.length === 1} />}
      </>
    ),
  };
  return (
    <section aria-labelledby="passkeys">
      <div className={classes.opening}>
        <Heading level={2} size="title" id="passkeys">
          Passkeys
        </Heading>
        {knowsPasskeys() && items.length < MAX_PASSKEYS ? <AddPasskey isFirst={items.length === 0} /> : null}
      </div>
      {knowsPasskeys() ? null : (
        <Notice tone="warning">This browser knows no passkeys. Open this page in another browser to add one.</Notice>
      )}
      {items.length >= MAX_PASSKEYS ? (
        <p className={classes.text}>You have {MAX_PASSKEYS}, and nobody has more. Remove one to add another.</p>
      ) : null}
      {items.length === 0 ? (
        <p className={classes.text}>You have none: the link that is mailed to you signs you in.</p>
      ) : (
        <DataTable caption="Your passkeys" columns={[...columns, actions]} rows={items} rowKey={({ id }) => id} />
      )}
    </section>
  );
}
