import type { AlertAnswer } from '@cytocomm/contract';
import type { Answer } from '@cytocomm/http';
import { useHydrated, useLocation, useSearchParams } from '@cytocomm/kit';
import { useRef, useState } from 'react';
import { alertFailure } from '../content/alerts.ts';
import { failureWords } from '../loading/failure-words.ts';

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
 * page is prerendered for everybody alike, so it asks until the address can be read. `spend` makes the call that uses the token up.
 */
export function useAlertLink(spend: (token: string) => Promise<Answer<AlertAnswer>>) {
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
    const { error } = await spend(token);
    working.current = false;
    if (!error) setStep({ kind: 'done' });
    else if (error.code === 'invalid-link' || error.code === 'validation') setStep({ kind: 'invalid' });
    else setStep({ kind: 'failed', detail: failureWords(error, alertFailure.unreachable) });
  };

  return { step, use };
}
