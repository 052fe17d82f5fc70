import { LOCAL_REMOTE_ELEMENT_ID, readSwitchedOff } from '@cytocomm/composition';
import { type LocalRemote, type Lock, stopLocalRemote } from '@cytocomm/contract';
import { sendPlain } from '@cytocomm/http';
import { Button } from '@cytocomm/kit';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import classes from './LocalRemoteBanner.module.css';
import { type LocalComposition, LocalRemoteUnusable, withLocalRelease } from './local-release.ts';

/** Properties of {@link LocalRemoteBanner}. */
interface LocalRemoteBannerProps {
  readonly local: LocalRemote;
  /** Why the page has the portal's own remote instead. */
  readonly trouble: string | undefined;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Whether a time has passed; renders again when it does. */
function useIsOver(time: string): boolean {
  const [isOver, setOver] = useState(() => Date.parse(time) <= Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Date.parse(time) - Date.now());
    return () => clearTimeout(timer);
  }, [time]);
  return isOver;
}

/** A notice that a part of the page comes from the developer's machine, with a button to stop it. */
function LocalRemoteBanner({ local: { remote, origin, expiresAt }, trouble }: LocalRemoteBannerProps) {
  const [failure, setFailure] = useState('');
  const [isStopping, setStopping] = useState(false);
  const isOver = useIsOver(expiresAt);

  const stop = async () => {
    setStopping(true);
    const { error } = await sendPlain(stopLocalRemote);
    if (!error) return location.reload();
    setStopping(false);
    setFailure(`This was not stopped. ${error.detail}`);
  };
  const message = failure || (isOver ? 'The permission is over. Reload to see the portal’s own.' : trouble);
  return (
    <section aria-label="Loaded from your own machine" data-tone="ink" className={classes.banner}>
      <div className={classes.words}>
        {trouble === undefined ? (
          <p>
            <strong>{remote}</strong> is loaded from <code>{origin}</code>, for you alone, until{' '}
            {clock.format(new Date(expiresAt))}.
          </p>
        ) : (
          <p>
            <strong>{remote}</strong> is not loaded from your own machine.
          </p>
        )}
        {message ? (
          <p role="alert" className={classes.trouble}>
            {message}
            {trouble !== undefined && message === trouble ? ' Until then this page has the portal’s own.' : ''}
          </p>
        ) : null}
      </div>
      <div className={classes.actions}>
        {message ? (
          <Button variant="on-dark" size="small" onClick={() => location.reload()}>
            Reload
          </Button>
        ) : null}
        <Button variant="on-dark" size="small" busy={isStopping} busyLabel="Stopping…" onClick={() => void stop()}>
          Stop
        </Button>
      </div>
    </section>
  );
}

function isLocalRemote(value: unknown): value is LocalRemote {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['remote', 'origin', 'expiresAt'].every((key) => typeof Reflect.get(value, key) === 'string')
  );
}

function readLocalRemote(page: Document): LocalRemote | undefined {
  const value: unknown = JSON.parse(page.getElementById(LOCAL_REMOTE_ELEMENT_ID)?.textContent ?? 'null');
  return isLocalRemote(value) ? value : undefined;
}

function showBanner(local: LocalRemote, trouble: string | undefined): void {
  const place = document.createElement('div');
  // Without a box, so that the banner sticks to the window.
  place.style.display = 'contents';
  document.body.append(place);
  createRoot(place).render(
    <StrictMode>
      <LocalRemoteBanner local={local} trouble={trouble} />
    </StrictMode>,
  );
}

/** A page with a local remote. */
export interface OpenedLocalRemote extends LocalComposition {
  /** The names of remotes that are switched off; never the local one. */
  readonly switchedOff: ReadonlySet<string>;
}

/**
 * Puts the local remote into a page that services/web has marked as permitted, and shows the banner. Undefined when it cannot
 * be loaded: the banner says why, and the page keeps its own lock and switches.
 */
export async function openLocalRemote(
  lock: Lock,
  integrityOf: (url: string) => string,
): Promise<OpenedLocalRemote | undefined> {
  const local = readLocalRemote(document);
  if (!local) return undefined;
  try {
    const composition = await withLocalRelease(lock, local, integrityOf);
    showBanner(local, undefined);
    const switchedOff = new Set([...readSwitchedOff(document)].filter((name) => name !== local.remote));
    return { ...composition, switchedOff };
  } catch (error) {
    console.error(error);
    showBanner(local, error instanceof LocalRemoteUnusable ? error.message : String(error));
    return undefined;
  }
}
