import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { captcha as words } from '../content/captcha.ts';
import type { CaptchaProps } from './read-offer.ts';

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
export function HostedCheck({
  provider,
  siteKey,
  onChange,
}: CaptchaProps & { readonly provider: keyof typeof providers; readonly siteKey: string }) {
  const host = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const tell = useEffectEvent(onChange);

  useEffect(() => {
    let gone = false;
    let remove = () => {};
    loadApi(providers[provider]).then(
      (api) => {
        if (gone || !host.current) return;
        const id = api.render(host.current, {
          sitekey: siteKey,
          callback: (proof) => tell(proof),
          'expired-callback': () => tell(null),
          'error-callback': () => tell(null),
        });
        if (id !== undefined) remove = () => api.remove(id);
      },
      () => {
        if (!gone) setFailed(true);
      },
    );
    return () => {
      gone = true;
      remove();
    };
  }, [provider, siteKey]);

  return failed ? <p role="alert">{words.unavailable}</p> : <div ref={host} />;
}
