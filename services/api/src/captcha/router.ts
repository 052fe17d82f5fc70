import { captchaSchema } from '@cytocomm/contract';
import { anonymous } from '../http/access.ts';
import { json, type RouteTable, routeTable } from '../http/route.ts';
import type { CaptchaProvider } from './captcha.ts';

/** GET /api/captcha. */
export function captchaRoutes(captcha: CaptchaProvider): RouteTable {
  const table = routeTable('contact');
  table.get(
    '/api/captcha',
    anonymous,
    { summary: 'A fresh ALTCHA challenge, or the widget of the provider in use', reply: json(captchaSchema) },
    () => captcha.challenge(),
  );
  return table;
}
