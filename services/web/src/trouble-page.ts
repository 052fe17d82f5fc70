import { plainPage } from './plain-page.ts';

/** Returns the page for failures, without scripts, with the request's id. */
export function renderTroublePage(requestId: string): string {
  return plainPage('Unexpected Application Error', [
    '<p>The portal cannot show this page right now. Nothing you saved is lost. Please try again in a minute.</p>',
    '<p><a href="/">Try the home page</a></p>',
    `<p><code>Request ${requestId}</code></p>`,
  ]);
}
