import { readCaptcha } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { dataOf } from '../loading/loading.ts';

/** What a captcha tells the form it stands in. */
export interface CaptchaProps {
  /** The proof to send along, or null when there is none (any more). */
  readonly onChange: (proof: string | null) => void;
}

/** Which captcha the server wants solved. */
export type CaptchaOffer =
  | { readonly provider: 'altcha'; readonly challenge: AltchaChallenge }
  | { readonly provider: 'hcaptcha' | 'turnstile'; readonly siteKey: string };

/** A proof-of-work challenge as ALTCHA describes it; of its algorithms, PBKDF2 is the one that runs here. */
export interface AltchaChallenge {
  readonly parameters: {
    readonly algorithm: string;
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
    /** When it is no longer accepted, in seconds since 1970. */
    readonly expiresAt?: number;
  };
  readonly signature?: string;
}

function isChallenge(value: unknown): value is AltchaChallenge {
  if (typeof value !== 'object' || value === null || !('parameters' in value)) return false;
  const { parameters } = value;
  if (typeof parameters !== 'object' || parameters === null) return false;
  const { algorithm, nonce, salt, keyPrefix }: Record<string, unknown> = { ...parameters };
  if (typeof algorithm !== 'string' || !algorithm.startsWith('PBKDF2/')) return false;
  return [nonce, salt, keyPrefix].every((part) => typeof part === 'string');
}

/**
 * Reads the answer of `GET /api/captcha`: an ALTCHA challenge as it is, or the name of another provider with the public
 * key of this site. Throws when it is neither.
 */
export function readOffer(body: unknown): CaptchaOffer {
  if (isChallenge(body)) return { provider: 'altcha', challenge: body };
  const { provider, siteKey }: { provider?: unknown; siteKey?: unknown } = typeof body === 'object' ? { ...body } : {};
  if ((provider === 'hcaptcha' || provider === 'turnstile') && typeof siteKey === 'string')
    return { provider, siteKey };
  throw new Error('The server offers a captcha that this page does not know.');
}

/** Asks which captcha the server wants solved. Throws when it cannot be asked, or offers one that this page does not know. */
export async function fetchOffer(signal: AbortSignal): Promise<CaptchaOffer> {
  return readOffer(dataOf(await send(readCaptcha, { credentials: 'omit', signal })));
}
