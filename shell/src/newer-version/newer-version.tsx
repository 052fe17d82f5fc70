import { Button, toast } from '@cytocomm/kit';
import { hasUnsavedWork } from '@cytocomm/session';
import { useState } from 'react';
import classes from './NewerVersion.module.css';

/** Fields for text of one's own, which a search box does not hold. */
const TEXT_FIELDS = 'form :is(textarea, input:is(:not([type]), [type=text], [type=email], [type=tel], [type=url]))';

/** Whether a reload may lose a draft, an operation under way, or text in a form. */
function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS);
  return hasUnsavedWork() || [...fields].some(({ value, readOnly }) => !readOnly && value.trim() !== '');
}

/** Properties of {@link NewerVersion}. */
interface NewerVersionProps {
  readonly onReload: () => void;
  readonly onLater: () => void;
}

/** Shows that a new version is ready. Asks before a reload that may lose typed text. */
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

/** Pause between two checks, in ms. */
const PAUSE_MS = 5 * 60_000;
const TIMEOUT_MS = 10_000;
const LOCK_HEADER = 'X-Portal-Lock';

/** Returns the id of the live lock; null when the portal cannot be reached. */
async function readLiveLock(): Promise<string | null> {
  try {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok ? answer.headers.get(LOCK_HEADER) : null;
  } catch {
    return null;
  }
}

/** Options of {@link watchForNewerVersion}. */
export interface NewerVersionWatch {
  /** The id of the page's lock. */
  readonly lock: string;
  /** The pause after "Later", in ms. */
  readonly ageMs: number;
  /** The toast of the notice. */
  readonly toastId: string;
}

/**
 * Compares the live lock with the page's: now, and when the tab becomes visible or navigates, at most every five minutes. Shows
 * the notice when they differ. Returns a function that ends the watch.
 */
export function watchForNewerVersion({ lock, ageMs, toastId }: NewerVersionWatch): () => void {
  let notBefore = 0;

  async function check(): Promise<void> {
    if (document.visibilityState !== 'visible' || Date.now() < notBefore) return;
    notBefore = Date.now() + PAUSE_MS;
    const liveLock = await readLiveLock();
    if (liveLock === null || liveLock === lock) return;
    // The notice stays until the person has answered.
    notBefore = Number.POSITIVE_INFINITY;
    const later = () => {
      toast.dismiss(toastId);
      notBefore = Date.now() + ageMs;
    };
    toast.custom(<NewerVersion onReload={() => location.reload()} onLater={later} />, {
      id: toastId,
      duration: Number.POSITIVE_INFINITY,
    });
  }

  // Missing in some browsers, which check on visibility alone.
  const navigation =
    'navigation' in globalThis && globalThis.navigation instanceof EventTarget ? globalThis.navigation : undefined;
  document.addEventListener('visibilitychange', check);
  navigation?.addEventListener('navigatesuccess', check);
  void check();
  return () => {
    document.removeEventListener('visibilitychange', check);
    navigation?.removeEventListener('navigatesuccess', check);
  };
}
