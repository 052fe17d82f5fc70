import {
  addresseeOf,
  addressOf,
  DOCUMENT_PAGE,
  documentPage,
  readDocumentContent,
  SECURITY_PAGE,
} from '@cytocomm/contract';
import { Band, Button, ButtonLink, ErrorState, Heading, Skeleton, SkeletonGroup, useLocation } from '@cytocomm/kit';
import { openSignIn, restore, useSession } from '@cytocomm/session';
import { useEffect, useRef } from 'react';
import classes from '../account/account.module.css';
import { replaceByFile } from '../sign-in/leave.ts';

/** Asks again when somebody else is signed in than when it was refused, as after a sign-in in another tab. */
function useOtherReader(isRefused: boolean, askAgain: () => void) {
  const { status, email } = useSession();
  const refusedTo = useRef<string | null>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another person is a reason to ask
  useEffect(() => {
    if (!isRefused || (status !== 'signed-in' && status !== 'signed-out')) return;
    if (refusedTo.current === undefined) refusedTo.current = email;
    else if (email !== null && refusedTo.current !== email) askAgain();
  }, [isRefused, status, email]);
}

/** Opens a document. The server redirects here with `?refused=` when it does not send the file. */
export default function OpenDocument() {
  const { pathname, search, hash } = useLocation();
  const id = pathname.slice(DOCUMENT_PAGE.length + 1).split('/')[0] ?? '';
  const refused = id === '' ? 'not-found' : new URLSearchParams(search).get('refused');
  // A browser that is led back brings the fragment along: it says whom the mail was to.
  const open = () => replaceByFile(addressOf(readDocumentContent, { id }) + hash);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is made of these
  useEffect(() => {
    if (refused === null) open();
    else void restore();
  }, [id, hash, refused]);
  useOtherReader(refused !== null && id !== '', open);
  return (
    <Band spacing="compact">
      <div className={classes.invitation}>
        <Heading level={1} size="headline">
          Document
        </Heading>
        {refused === null ? (
          <>
            <p>The document opens. If it was saved instead, check your Downloads folder.</p>
            <ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
          </>
        ) : refused === 'not-found' || refused === 'validation' ? (
          <NotSent page={documentPage(id)} email={addresseeOf(hash)} />
        ) : (
          <>
            <p>The portal is busy right now. Try again in a minute.</p>
            <ButtonLink to={documentPage(id)}>Try again</ButtonLink>
          </>
        )}
      </div>
    </Band>
  );
}

interface NotSentProps {
  readonly page: string;
  readonly email: string | undefined;
}

/** Advice for a person who may not read the document. */
function NotSent({ page, email }: NotSentProps) {
  const { status, failure, passkeyNeeded, email: signedInEmail } = useSession();
  if (failure !== null) return <ErrorState title={failure} onRetry={() => void restore()} />;
  if (status === 'signed-out')
    return (
      <>
        <p>Sign in with {email ?? 'your approved e-mail address'} to read it.</p>
        <Button onClick={() => openSignIn({ returnTo: page, email })}>Sign in</Button>
      </>
    );
  if (status !== 'signed-in')
    return (
      <SkeletonGroup label="Checking who is signed in">
        <Skeleton lines={2} />
      </SkeletonGroup>
    );
  if (passkeyNeeded)
    return (
      <>
        <p>Your role requires a passkey. Add one, and open the document again.</p>
        <ButtonLink to={SECURITY_PAGE}>Add a passkey</ButtonLink>
      </>
    );
  return (
    <>
      <p>
        This document is not here any more, or it is not for {signedInEmail}. Ask the person who sent you its address.
        If you were given access just now, try again.
      </p>
      <ButtonLink to={page}>Try again</ButtonLink>
      <ButtonLink to="/dashboard" variant="secondary">
        Go to the dashboard
      </ButtonLink>
    </>
  );
}
