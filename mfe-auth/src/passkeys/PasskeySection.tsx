import { deviceName, MAX_PASSKEYS, PASSKEY_NAME_LENGTH, type Passkey, type PasskeyList } from '@cytocomm/contract';
import {
  Button,
  type DataColumn,
  DataTable,
  Dialog,
  Heading,
  Notice,
  RelativeTime,
  Tag,
  TextField,
  type TextFieldProps,
  toast,
} from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { freshIdToken, useSession } from '@cytocomm/session';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { knowsPasskeys, makePasskey } from './authenticator.ts';
import { useAddPasskey, useBeginPasskey, useRemovePasskey, useRenamePasskey } from './passkey-api.ts';
import classes from './security.module.css';

/** Properties of {@link PasskeyNameField}. */
interface PasskeyNameFieldProps extends Pick<TextFieldProps, 'ref' | 'value' | 'error'> {
  readonly onName: (name: string) => void;
}

/** What a person calls a passkey. */
function PasskeyNameField({ onName, ...field }: PasskeyNameFieldProps) {
  return (
    <TextField
      {...field}
      label="Name of the passkey"
      name="passkey-name"
      autoComplete="off"
      maxLength={PASSKEY_NAME_LENGTH}
      onChange={(event) => onName(event.target.value)}
      required
    />
  );
}

/** Properties of {@link AddPasskey}. */
interface AddPasskeyProps {
  /** Whether the person has none yet: sign-ins change with it. */
  readonly isFirst: boolean;
}

/** Lets the person name a new passkey, and their browser make it. */
function AddPasskey({ isFirst }: AddPasskeyProps) {
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon="plus" size="small" onClick={() => setOpen(true)}>
        Add a passkey
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Add a passkey" size="narrow" initialFocus={field}>
        <NewPasskeyForm field={field} isFirst={isFirst} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface NewPasskeyFormProps extends AddPasskeyProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onDone: () => void;
}

function NewPasskeyForm({ field, isFirst, onDone }: NewPasskeyFormProps) {
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [begin] = useBeginPasskey();
  const [add] = useAddPasskey();

  /** Returns why there is no new passkey; null when there is one. */
  const make = async (): Promise<string | null> => {
    const { data: options, error: refused } = await begin();
    if (!options) return problemMessage(refused);
    const { given, failure: why } = await makePasskey(options);
    if (given === undefined) return why;
    const { error: notAdded } = await add({ body: { name: name.trim(), passkey: given } });
    return notAdded ? problemMessage(notAdded) : null;
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(null);
    setError(name.trim() === '' ? 'Give it a name, so that you know it again.' : null);
    if (name.trim() === '') return field.current?.focus();
    setBusy(true);
    const why = await make();
    setBusy(false);
    if (why !== null) return setFailure(why);
    toast.success('Passkey added');
    onDone();
    // The present token says that the passkey is missing.
    if (useSession.getState().passkeyNeeded) await freshIdToken({ renew: true });
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={classes.form}>
      <p>
        Your browser asks where to keep it: on this device, on a telephone, or on a security key.
        {isFirst
          ? ' From now on each sign-in asks for it after the mailed link, and your sessions in other browsers end now.'
          : null}
      </p>
      <PasskeyNameField ref={field} value={name} error={error} onName={setName} />
      <Button type="submit" wide busy={busy} busyLabel="Waiting for your browser...">
        Continue
      </Button>
      {failure === null ? null : (
        <Notice tone="error" title="No passkey was added." live>
          <p>{failure}</p>
        </Notice>
      )}
    </form>
  );
}

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
          It can no longer be used to sign in. Your device may still list it: delete it there, too.
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
        <p className={classes.text}>You have {MAX_PASSKEYS}, which is the limit. Remove one to add another.</p>
      ) : null}
      {items.length === 0 ? (
        <p className={classes.text}>You have none: the link that is mailed to you signs you in.</p>
      ) : (
        <DataTable caption="Your passkeys" columns={[...columns, actions]} rows={items} rowKey={({ id }) => id} />
      )}
    </section>
  );
}
