import { AltchaCheck } from './AltchaCheck.tsx';
import { HostedCheck } from './HostedCheck.tsx';
import type { CaptchaOffer, CaptchaProps } from './read-offer.ts';

/** The captcha that the server offers, of any provider. Another `key` is another, unsolved one. */
export default function Captcha({ offer, onChange }: CaptchaProps & { readonly offer: CaptchaOffer }) {
  return offer.provider === 'altcha' ? (
    <AltchaCheck challenge={offer.challenge} onChange={onChange} />
  ) : (
    <HostedCheck provider={offer.provider} siteKey={offer.siteKey} onChange={onChange} />
  );
}
