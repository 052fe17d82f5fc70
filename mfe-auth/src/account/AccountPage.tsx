import { Band, Button, ErrorState, Heading, Icon, Link, Notice, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { PortalApiProvider } from '@cytocomm/portal-api';
import { openSignIn, restore, useSession } from '@cytocomm/session';
import { type ReactNode, useEffect } from 'react';
import classes from './account.module.css';

/** Properties of {@link AccountPage}. */
export interface AccountPageProps {
  /** Its address, to which a sign-in returns. */
  readonly path: string;
  readonly title: string;
  readonly lead: string;
  /** What a visitor signs in for: `Sign in to see …`. */
  readonly invitation: string;
  /** Beside the heading, for the person who is signed in. */
  readonly aside?: ReactNode;
  readonly loading: ReactNode;
  /** For the person who is signed in. */
  readonly children: ReactNode;
}

/** A page of the signed-in person's own account; visitors are asked to sign in. */
export function AccountPage({ path, title, lead, invitation, aside, loading, children }: AccountPageProps) {
  const status = useSession((session) => session.status);
  const failure = useSession((session) => session.failure);
  const passkeyNeeded = useSession((session) => session.passkeyNeeded);
  useEffect(() => void restore(), []);
  const isSignedIn = status === 'signed-in';

  return (
    <Band spacing="compact">
      <div className={classes.head}>
        <div>
          <div className={classes.way}>
            {isSignedIn && !passkeyNeeded ? (
              <Link to="/dashboard" className={classes.back}>
                <Icon name="chevron-left" size="small" />
                Dashboard
              </Link>
            ) : null}
          </div>
          <Heading level={1} size="headline">
            {title}
          </Heading>
          <p className={classes.lead}>{lead}</p>
        </div>
        {isSignedIn && aside !== undefined ? <PortalApiProvider>{aside}</PortalApiProvider> : null}
      </div>
      {isSignedIn ? (
        <PortalApiProvider>{children}</PortalApiProvider>
      ) : status === 'signed-out' ? (
        <Invitation path={path}>{invitation}</Invitation>
      ) : failure ? (
        <ErrorState title={failure} onRetry={() => void restore()} />
      ) : (
        loading
      )}
    </Band>
  );
}

function Invitation({ path, children }: { readonly path: string; readonly children: string }) {
  const ended = useSession((session) => session.ended);
  return (
    <div className={classes.invitation}>
      {ended ? <Notice live>{ended}</Notice> : null}
      <p>{children}</p>
      <Button onClick={() => openSignIn({ returnTo: path })}>Sign in</Button>
    </div>
  );
}

/** Stands for rows that are on their way; `label` says of what. */
export function LoadingRows({ label }: { readonly label: string }) {
  return (
    <SkeletonGroup label={label} className={classes.rows}>
      <Skeleton lines={1} />
      <Skeleton lines={1} />
      <Skeleton lines={1} />
    </SkeletonGroup>
  );
}
