import { readCaptcha } from '@cytocomm/contract';
import { anonymousWithoutDatabase } from '../calls/access.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import type { CaptchaProvider } from './captcha.ts';
import { createChallengeLimit } from './challenge-limit.ts';

/** Returns the call that makes a challenge. */
export function captchaRoutes(captcha: CaptchaProvider): RouteTable {
  const table = routeTable();
  const count = createChallengeLimit();
  table.answer(readCaptcha, anonymousWithoutDatabase, ({ clientAddress }) => {
    count(clientAddress);
    return captcha.challenge();
  });
  return table;
}
