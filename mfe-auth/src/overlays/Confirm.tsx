import { beginConfirmation, type Confirmation, confirmPerson, type PasskeyRequest } from '@cytocomm/contract';
import { type ApiProblem, send } from '@cytocomm/http';
import { Button, ErrorState, Notice, Spinner } from '@cytocomm/kit';
import { acceptConfirmation, endSession, useSession } from '@cytocomm/session';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { askForPasskey } from '../passkeys/authenticator.ts';
import { CodeField, readCode } from '../sign-in/CodeField.tsx';
import { withPause } from '../sign-in/complete-sign-in.ts';
import classes from '../sign-in/sign-in.module.css';

/** How the person can confirm, as far as it is known. */
type Way =
  | { readonly kind: 'asking' }
  | { readonly kind: 'passkey'; readonly request: PasskeyRequest }
  | { readonly kind: 'code' }
  | { readonly kind: 'failed'; readonly detail: string };

/** Ends a session here that is over at the server: nothing in it can be confirmed, and the page says to sign in again. */
function endIfOver({ code }: ApiProblem): void {
  if (code === 'not-signed-in') endSession('Your session has ended. Sign in again to go on.');
}

async function askWay(): Promise<Way> {
  const { data, error } = await send(beginConfirmation);
  if (error) endIfOver(error);
  if (error) return { kind: 'failed', detail: withPause(error) };
  return data.passkey === null ? { kind: 'code' } : { kind: 'passkey', request: data.passkey };
}

/** Lets the person confirm that it is them, by a passkey or the code of a mail; then what waits for it goes on. */
export function Confirm() {
  const email = useSession((session) => session.email);
  const [way, setWay] = useState<Way>({ kind: 'asking' });
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Asked once where effects run twice: each question may mail a code.
  const isStarted = useRef(false);
  const ask = async () => {
    setFailure(null);
    setWay({ kind: 'asking' });
    setWay(await askWay());
  };
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void askWay().then(setWay);
  }, []);

  const confirm = async (body: Confirmation) => {
    const { error } = await send(confirmPerson, { body });
    if (!error) return acceptConfirmation();
    endIfOver(error);
    setFailure(withPause(error));
  };
  // The form stays meanwhile, and so does the focus.
  const mailAnother = async () => {
    setFailure(null);
    setBusy(true);
    setWay(await askWay());
    setBusy(false);
  };
  const byPasskey = async (request: PasskeyRequest) => {
    setBusy(true);
    setFailure(null);
    const { given, failure: why } = await askForPasskey(request);
    if (why === undefined) await confirm({ passkey: given });
    else setFailure(why);
    // A challenge counts once.
    if (useSession.getState().confirming) setWay(await askWay());
    setBusy(false);
  };
  const byCode = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = readCode(typed);
    setFailure(code === null ? 'Enter the six digits from the mail.' : null);
    if (code === null) return;
    setBusy(true);
    await confirm({ code });
    setBusy(false);
  };

  if (way.kind === 'asking') return <Spinner label="One moment..." />;
  if (way.kind === 'failed') return <ErrorState title={way.detail} onRetry={() => void ask()} />;
  return (
    <div className={classes.dialogForm}>
      <p>What you are about to do wants a fresh confirmation. It goes on as soon as you have given it.</p>
      {way.kind === 'passkey' ? (
        <>
          <Button wide busy={busy} busyLabel="Waiting for your passkey..." onClick={() => void byPasskey(way.request)}>
            Use my passkey
          </Button>
          <p className={classes.small}>Is it lost? Log out, and sign in again with one of your recovery codes.</p>
        </>
      ) : (
        <form noValidate onSubmit={(event) => void byCode(event)} className={classes.dialogForm}>
          <p className={classes.small}>A code was mailed to {email}. It works in this window only.</p>
          <CodeField value={typed} onCode={setTyped} />
          <Button type="submit" wide busy={busy} busyLabel="Confirming...">
            Confirm
          </Button>
          <div>
            <Button
              variant="quiet"
              size="small"
              busy={busy}
              className={classes.flush}
              onClick={() => void mailAnother()}
            >
              Mail another code
            </Button>
          </div>
        </form>
      )}
      {failure === null ? null : (
        <Notice tone="error" live>
          <p>{failure}</p>
        </Notice>
      )}
    </div>
  );
}
