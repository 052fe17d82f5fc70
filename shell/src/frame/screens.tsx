import { Button, ButtonLink, Container, Heading, SignalTrace } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import classes from './screens.module.css';

function MessageScreen({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) {
  return (
    <Container className={classes.screen}>
      <SignalTrace shape="divider" className={classes.trace} />
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

/** The whole page failed. It stands without a router, for the router may be what failed. */
export function ErrorScreen({ requestId, onRetry = () => window.location.reload() }: ErrorScreenProps) {
  return (
    <MessageScreen
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
  );
}

/** There is no such page. */
export function NotFound() {
  return (
    <MessageScreen
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
      <p>Nothing is at this address. It may have moved, or the link may be incomplete.</p>
    </MessageScreen>
  );
}
