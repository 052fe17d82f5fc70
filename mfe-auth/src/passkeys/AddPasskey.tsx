import { deviceName } from '@cytocomm/contract';
import { Button, Dialog, Notice, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { freshIdToken, useSession } from '@cytocomm/session';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { makePasskey } from './authenticator.ts';
import { PasskeyNameField } from './PasskeyNameField.tsx';
import { useAddPasskey, useBeginPasskey } from './passkey-api.ts';
import classes from './security.module.css';

/** Properties of {@link AddPasskey}. */
export interface AddPasskeyProps {
  /** Whether the person has none yet: sign-ins change with it. */
  readonly isFirst: boolean;
}

/** Lets the person name a new passkey, and their browser make it. */
export function AddPasskey({ isFirst }: AddPasskeyProps) {
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
