import { readReply, SessionFailure } from '@cytocomm/session';
import { useCallback } from 'react';

/** How long the sign-up may take, in ms. */
const SIGN_UP_TIMEOUT_MS = 10_000;

const UNREACHABLE = 'The portal cannot be reached. Check your connection and try again.';

function reasonOf(cause: unknown): string {
  if (!(cause instanceof SessionFailure)) return UNREACHABLE;
  return cause.code === 'validation' ? 'This is not one plain e-mail address.' : cause.message;
}

/** Signs an address up for the alerts. Resolves to the reason when that failed, fit to be shown, and to null when it did not. */
export function useEmailAlerts(): (email: string) => Promise<string | null> {
  return useCallback(async (email) => {
    try {
      const answer = await fetch('/api/alerts', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email }),
        signal: AbortSignal.timeout(SIGN_UP_TIMEOUT_MS),
      });
      if (readReply(answer, await answer.text()) === null) throw new TypeError('an empty answer');
      return null;
    } catch (cause) {
      console.error(cause);
      return reasonOf(cause);
    }
  }, []);
}
