import { Button, toast } from '@cytocomm/kit';
import { hasUnsavedWork } from '@cytocomm/session';
import { useState } from 'react';
import classes from './NewerVersion.module.css';
import { NEWER_VERSION_TOAST } from './tab-age.ts';

/** Fields in which a person writes; what a search box holds is soon typed again. */
const WRITTEN = 'form :is(textarea, input:is(:not([type]), [type=text], [type=email], [type=tel], [type=url]))';

/** Whether a reload may lose something: a draft, what is under way, or words in a form. */
function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(WRITTEN);
  return hasUnsavedWork() || [...fields].some(({ value, readOnly }) => !readOnly && value.trim() !== '');
}

/** Properties of {@link NewerVersion}. */
interface NewerVersionProps {
  readonly onReload: () => void;
  readonly onLater: () => void;
}

/** Shows that a new version is ready. Asks before a reload that may lose what was typed. */
function NewerVersion({ onReload, onLater }: NewerVersionProps) {
  const [isAsking, setAsking] = useState(false);
  const reload = () => (!isAsking && hasUnsavedInput() ? setAsking(true) : onReload());
  return (
    <div className={classes.notice}>
      <p>
        {isAsking
          ? 'Text on this page may not be saved. Reload all the same?'
          : 'A new version is ready. Reload to use it.'}
      </p>
      <div className={classes.actions}>
        <Button variant="on-dark" size="small" onClick={reload}>
          {isAsking ? 'Reload anyway' : 'Reload'}
        </Button>
        <button type="button" className={classes.later} onClick={onLater}>
          Later
        </button>
      </div>
    </div>
  );
}

/** The least time between two questions, in ms. */
const PAUSE_MS = 5 * 60_000;
/** How long an answer may take, in ms. */
const TIMEOUT_MS = 10_000;
const LOCK_HEADER = 'X-Portal-Lock';

/** Returns the id of the lock that a page opened now would have; null when that cannot be known. */
async function lockNow(): Promise<string | null> {
  try {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok ? answer.headers.get(LOCK_HEADER) : null;
  } catch {
    return null;
  }
}

/**
 * Asks for the lock of a page opened now, at once and whenever the tab comes into view or goes to another page, but not more
 * often than every five minutes, and shows the notice when it is another than `lock`. "Later" keeps still for `ageMs`.
 * Returns what ends it.
 */
export function tellOfNewerVersion(lock: string, ageMs: number): () => void {
  let notBefore = 0;

  async function look(): Promise<void> {
    if (document.visibilityState !== 'visible' || Date.now() < notBefore) return;
    notBefore = Date.now() + PAUSE_MS;
    const now = await lockNow();
    if (now === null || now === lock) return;
    // Shown once: it stays until the person has answered.
    notBefore = Number.POSITIVE_INFINITY;
    const later = () => {
      toast.dismiss(NEWER_VERSION_TOAST);
      notBefore = Date.now() + ageMs;
    };
    toast.custom(<NewerVersion onReload={() => location.reload()} onLater={later} />, {
      id: NEWER_VERSION_TOAST,
      duration: Number.POSITIVE_INFINITY,
    });
  }

  // Not in every browser; there, coming back to the tab is what counts.
  const navigation =
    'navigation' in globalThis && globalThis.navigation instanceof EventTarget ? globalThis.navigation : undefined;
  document.addEventListener('visibilitychange', look);
  navigation?.addEventListener('navigatesuccess', look);
  void look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    navigation?.removeEventListener('navigatesuccess', look);
  };
}
