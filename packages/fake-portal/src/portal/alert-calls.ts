import { chooseAlertPreferences, countAlertAudience, readAlertPreferences } from '@cytocomm/contract';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import type { FakePortal } from './state.ts';

/** Returns the calls about an investor's e-mail alerts. */
export function alertCalls(portal: FakePortal, answer: Answer): void {
  const investors = roles('investor', 'admin');
  answer(countAlertAudience, roles('admin'), () => ({ recipients: portal.data.audience }));
  answer(readAlertPreferences, investors, () => portal.data.alerts);
  answer(chooseAlertPreferences, investors, ({ body }) => {
    portal.data.alerts = body;
    return body;
  });
}
