import { captchaSchema } from '@cytocomm/contract';
import { anonymous } from '../http/access.ts';
import { json, type RouteTable, routeTable } from '../http/route.ts';
import type { CaptchaProvider } from './captcha.ts';
import { createChallengeLimit } from './challenge-limit.ts';

/** GET /api/captcha. */
export function captchaRoutes(captcha: CaptchaProvider): RouteTable {
  const table = routeTable('contact');
  const count = createChallengeLimit();
  table.get(
    '/api/captcha',
    anonymous,
    {
      summary: 'A fresh ALTCHA challenge, or the widget of the provider in use',
      reply: json(captchaSchema),
      problems: { 'rate-limited': 429 },
    },
    ({ clientAddress }) => {
      count(clientAddress);
      return captcha.challenge();
    },
  );
  return table;
}
