import { Button, ButtonLink, CellMotif, Container, classNames, Heading, Logo } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import classes from './screens.module.css';

interface MessageScreenProps {
  readonly mark: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

function MessageScreen({ mark, title, children, actions }: MessageScreenProps) {
  return (
    <Container className={classes.screen}>
      {mark}
      <Heading level={1} size="headline">
        {title}
      </Heading>
      <div className={classes.text}>{children}</div>
      <div className={classes.actions}>{actions}</div>
    </Container>
  );
}

/** Properties of {@link ErrorScreen}. */
export interface ErrorScreenProps {
  /** The reference under which the server knows this failure. */
  readonly requestId?: string | undefined;
  /** Tries the page again; reloads it unless given. */
  readonly onRetry?: () => void;
}

/** The whole page failed. It stands without frame and router, for they may be what failed. */
export function ErrorScreen({ requestId, onRetry = () => window.location.reload() }: ErrorScreenProps) {
  return (
    <main>
      <MessageScreen
        mark={<Logo className={classes.mark} />}
        title="Unexpected Application Error"
        actions={
          <>
            <Button icon="retry" onClick={onRetry}>
              Try again
            </Button>
            <ButtonLink href="/" variant="secondary">
              Back to home
            </ButtonLink>
          </>
        }
      >
        <div role="alert">
          <p>This page stopped working. What you sent before is kept; what you were typing here is lost.</p>
        </div>
        {requestId ? (
          <p>
            If it happens again, quote this reference: <code className={classes.reference}>{requestId}</code>
          </p>
        ) : null}
      </MessageScreen>
    </main>
  );
}

/** There is no such page. */
export function NotFound() {
  return (
    <MessageScreen
      mark={<CellMotif className={classNames(classes.mark, classes.cell)} />}
      title="Page not found"
      actions={
        <>
          <ButtonLink to="/">Back to home</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Contact
          </ButtonLink>
        </>
      }
    >
      <p>There is nothing at this address. It may have moved, or the link may be incomplete.</p>
    </MessageScreen>
  );
}
