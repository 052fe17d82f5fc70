import { useHydrated, useLocation, useSearchParams } from '@cytocomm/kit';
import { useRef, useState } from 'react';
import { alertFailure } from '../content/alerts.ts';
import { CallRefused, callApi } from '../loading/call-api.ts';

/** Where the use of a link stands. */
export type AlertStep =
  | { readonly kind: 'ask' }
  | { readonly kind: 'working' }
  | { readonly kind: 'done' }
  | { readonly kind: 'invalid' }
  /** Not done, but it may work another time. */
  | { readonly kind: 'failed'; readonly detail: string };

/**
 * The token in the address, and what becomes of it once somebody presses the button: opening the page does nothing. The
 * page is prerendered for everybody alike, so it asks until the address can be read.
 */
export function useAlertLink(address: '/api/alerts/confirm' | '/api/alerts/unsubscribe') {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const sentByBrowser = useLocation().hash === '#link-done';
  const hydrated = useHydrated();
  const [taken, setStep] = useState<AlertStep | null>(null);
  const byAddress = sentByBrowser ? 'done' : token === '' ? 'invalid' : 'ask';
  const step: AlertStep = taken ?? { kind: hydrated ? byAddress : 'ask' };
  const working = useRef(false);

  const use = async () => {
    // A second press would find the link spent by the first.
    if (working.current) return;
    working.current = true;
    setStep({ kind: 'working' });
    try {
      await callApi(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      setStep({ kind: 'done' });
    } catch (cause) {
      const refused = cause instanceof CallRefused ? cause : null;
      const isInvalid = refused?.code === 'invalid-link' || refused?.code === 'validation';
      setStep(
        isInvalid ? { kind: 'invalid' } : { kind: 'failed', detail: refused?.message ?? alertFailure.unreachable },
      );
    } finally {
      working.current = false;
    }
  };

  return { step, use };
}
