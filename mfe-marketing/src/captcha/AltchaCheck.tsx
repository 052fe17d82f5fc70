import { Checkbox } from '@cytocomm/kit';
import { useEffect, useRef, useState } from 'react';
import { captcha as words } from '../content/captcha.ts';
import classes from './AltchaCheck.module.css';
import { fetchOffer } from './fetch-offer.ts';
import type { AltchaChallenge, CaptchaProps } from './read-offer.ts';
import { solveAltcha } from './solve-altcha.ts';

type State = 'open' | 'working' | 'solved' | 'expired' | 'failed';

const secondsLeft = ({ parameters: { expiresAt } }: AltchaChallenge) =>
  expiresAt === undefined ? Number.POSITIVE_INFINITY : expiresAt - Date.now() / 1000;

/** Returns a challenge that can still be sent in: the one that came with the page, or a fresh one. */
async function freshChallenge(first: AltchaChallenge, signal: AbortSignal): Promise<AltchaChallenge> {
  if (secondsLeft(first) > 60) return first;
  const offer = await fetchOffer(signal);
  if (offer.provider !== 'altcha') throw new Error('The provider has changed.');
  return offer.challenge;
}

/** ALTCHA as a checkbox of the portal: pressing it does the proof of work in workers; nothing leaves the portal. */
export function AltchaCheck({ challenge, onChange }: CaptchaProps & { readonly challenge: AltchaChallenge }) {
  const [state, setState] = useState<State>('open');
  const work = useRef<AbortController | null>(null);
  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(
    () => () => {
      work.current?.abort();
      clearTimeout(expiry.current);
    },
    [],
  );

  const check = async () => {
    const controller = new AbortController();
    work.current = controller;
    setState('working');
    try {
      const current = await freshChallenge(challenge, controller.signal);
      const proof = await solveAltcha(current, controller.signal);
      if (controller.signal.aborted) return;
      setState('solved');
      onChange(proof);
      const left = secondsLeft(current);
      if (Number.isFinite(left)) {
        expiry.current = setTimeout(() => {
          setState('expired');
          onChange(null);
        }, left * 1000);
      }
    } catch {
      if (!controller.signal.aborted) setState('failed');
    }
  };

  const busy = state === 'working' || state === 'solved';
  return (
    <div className={classes.check} data-state={state}>
      <Checkbox
        label={words.label}
        checked={state === 'solved'}
        aria-busy={state === 'working' || undefined}
        onChange={busy ? undefined : check}
        readOnly={busy}
      />
      <p role="status" className={classes.status}>
        {words[state]}
      </p>
    </div>
  );
}
