import { requestMagicLink } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { Button, Notice, TextField } from '@cytocomm/kit';
import { readRememberedEmail, rememberEmail, useSession } from '@cytocomm/session';
import { type FormEvent, type RefObject, useState } from 'react';
import { readEmail } from './CodeField.tsx';
import { messages, withPause } from './complete-sign-in.ts';
import classes from './sign-in.module.css';

/** Why no link was sent. */
interface RequestFailed {
  readonly message: string;
  readonly detail: string | null;
}

/** Asks for a sign-in link and keeps the address for its return. Null when the server took the request. */
async function requestLink(email: string, returnTo: string): Promise<RequestFailed | null> {
  const { error } = await send(requestMagicLink, { body: { email, returnTo } });
  if (error?.code === 'misconfigured') return { message: error.detail, detail: null };
  if (error) return { message: messages.linkNotSent, detail: withPause(error) };
  rememberEmail(email);
  return null;
}

/** Properties of {@link RequestLinkForm}. */
export interface RequestLinkFormProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Where the link leads afterwards. */
  readonly returnTo: string;
  readonly onSent: (email: string) => void;
}

/** Asks for the address to send a sign-in link to. */
export function RequestLinkForm({ field, returnTo, onSent }: RequestLinkFormProps) {
  const [typed, setTyped] = useState(() => {
    const { signIn, endedEmail } = useSession.getState();
    return readRememberedEmail() ?? signIn.email ?? endedEmail ?? '';
  });
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<RequestFailed | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entry = readEmail(typed);
    setError(entry.error);
    setFailure(null);
    if (entry.email === null) {
      field.current?.focus();
      return;
    }
    setSending(true);
    const failed = await requestLink(entry.email, returnTo);
    setSending(false);
    if (failed) setFailure(failed);
    else onSent(entry.email);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={classes.dialogForm}>
      <TextField
        ref={field}
        label="Enter your approved email"
        name="email"
        type="email"
        autoComplete="email"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={error}
        required
      />
      <Button type="submit" wide busy={sending} busyLabel="Sending...">
        Send sign-in link
      </Button>
      {failure ? (
        <Notice tone="error" live>
          <p className={classes.marked}>{failure.message}</p>
          {failure.detail ? <p>{failure.detail}</p> : null}
        </Notice>
      ) : null}
      <p className={classes.small}>No password: a link is mailed to you. It works once, for 10 minutes.</p>
    </form>
  );
}
