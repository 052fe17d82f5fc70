import { toast } from '@cytocomm/kit';
import { NewerVersion } from './NewerVersion.tsx';
import { NEWER_VERSION_TOAST } from './tab-age.ts';

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
