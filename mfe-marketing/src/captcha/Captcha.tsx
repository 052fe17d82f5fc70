import { type Captcha as CaptchaOffer, readCaptcha } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { Checkbox } from '@cytocomm/kit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { captcha as words } from '../content/contact.ts';
import { dataOf, useLoaded } from '../loading/loading.ts';
import classes from './AltchaCheck.module.css';
import { type AltchaChallenge, solveAltcha } from './solve-altcha.ts';

/** Properties of {@link Captcha}. */
export interface CaptchaProps {
  /** Which captcha the server wants solved. */
  readonly offer: CaptchaOffer;
  /** Called with the proof to send along, or null when there is none (any more). */
  readonly onChange: (proof: string | null) => void;
}

/** Asks which captcha the server wants solved. Throws when it cannot be asked. */
export async function fetchOffer(signal: AbortSignal): Promise<CaptchaOffer> {
  return dataOf(await send(readCaptcha, { credentials: 'omit', signal }));
}

/** The part of a provider's script that is used; hCaptcha and Turnstile have the same. */
interface HostedApi {
  render(
    host: HTMLElement,
    options: {
      sitekey: string;
      callback: (proof: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): string | undefined;
  remove(id: string): void;
}

const providers = {
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit', global: 'hcaptcha' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit', global: 'turnstile' },
} as const;

function isHostedApi(value: unknown): value is HostedApi {
  return typeof value === 'object' && value !== null && 'render' in value && 'remove' in value;
}

function loadApi({ script, global }: (typeof providers)[keyof typeof providers]): Promise<HostedApi> {
  const present: unknown = Reflect.get(window, global);
  if (isHostedApi(present)) return Promise.resolve(present);
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = script;
    element.async = true;
    const fail = () => {
      element.remove();
      reject(new Error(`${global} could not be loaded`));
    };
    element.onerror = fail;
    element.onload = () => {
      const api: unknown = Reflect.get(window, global);
      if (isHostedApi(api)) resolve(api);
      else fail();
    };
    document.head.append(element);
  });
}

/** A captcha that another company hosts. Its script loads only when the server is configured for it. */
function HostedCheck({
  offer: { provider, siteKey },
  onChange,
}: CaptchaProps & { readonly offer: Exclude<CaptchaOffer, AltchaChallenge> }) {
  const host = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent(onChange);
  const { value: api, failure } = useLoaded(provider, () => loadApi(providers[provider]));

  useEffect(() => {
    if (!api || !host.current) return;
    const id = api.render(host.current, {
      sitekey: siteKey,
      callback: (proof) => tell(proof),
      'expired-callback': () => tell(null),
      'error-callback': () => tell(null),
    });
    return () => {
      if (id !== undefined) api.remove(id);
    };
  }, [api, siteKey]);

  return failure ? <p role="alert">{words.unavailable}</p> : <div ref={host} />;
}

type State = 'open' | 'working' | 'solved' | 'expired' | 'failed';

const secondsLeft = ({ parameters }: AltchaChallenge) => parameters.expiresAt - Date.now() / 1000;

/** Returns a challenge that can still be sent in: the one that came with the page, or a fresh one. */
async function freshChallenge(first: AltchaChallenge, signal: AbortSignal): Promise<AltchaChallenge> {
  if (secondsLeft(first) > 60) return first;
  const offer = await fetchOffer(signal);
  if (offer.provider !== 'altcha') throw new Error('The provider has changed.');
  return offer;
}

/** ALTCHA as a checkbox of the portal: pressing it does the proof of work in workers; nothing leaves the portal. */
function AltchaCheck({ offer, onChange }: CaptchaProps & { readonly offer: AltchaChallenge }) {
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
      const current = await freshChallenge(offer, controller.signal);
      const proof = await solveAltcha(current, controller.signal);
      if (controller.signal.aborted) return;
      setState('solved');
      onChange(proof);
      expiry.current = setTimeout(() => {
        setState('expired');
        onChange(null);
      }, secondsLeft(current) * 1000);
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

/** The captcha that the server offers, of any provider. Another `key` is another, unsolved one. */
export default function Captcha({ offer, onChange }: CaptchaProps) {
  return offer.provider === 'altcha' ? (
    <AltchaCheck offer={offer} onChange={onChange} />
  ) : (
    <HostedCheck offer={offer} onChange={onChange} />
  );
}
