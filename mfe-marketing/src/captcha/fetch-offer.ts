import { readCaptcha } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { dataOf } from '../loading/data-of.ts';
import { type CaptchaOffer, readOffer } from './read-offer.ts';

/** Asks which captcha the server wants solved. Throws when it cannot be asked, or offers one that this page does not know. */
export async function fetchOffer(signal: AbortSignal): Promise<CaptchaOffer> {
  return readOffer(dataOf(await send(readCaptcha, { credentials: 'omit', signal })));
}
