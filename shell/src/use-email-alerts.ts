import { useCallback } from 'react';

/** How long the sign-up may take, in ms. */
const SIGN_UP_TIMEOUT_MS = 10_000;

/** Signs an address up for the alerts; rejects when the server did not take it. */
export function useEmailAlerts(): (email: string) => Promise<void> {
  return useCallback(async (email) => {
    const answer = await fetch('/api/alerts', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(SIGN_UP_TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`the sign-up for alerts was answered with ${answer.status}`);
  }, []);
}
