import { companySignInSchema } from '@cytocomm/contract';
import type { JWTPayload } from 'jose';
import type { Answer, TestBrowser } from './browser.ts';
import { read } from './json.ts';
import { type AskedOf, askedOf, type Claims, type OpenIdProvider } from './openid-provider.ts';

/** Begins to sign in with a company account. Returns what the provider is asked. */
export async function begin(browser: TestBrowser, returnTo?: string): Promise<AskedOf> {
  const answer = await browser.post('/api/auth/company', returnTo === undefined ? {} : { returnTo });
  return askedOf(read(answer, companySignInSchema).url);
}

/** Sends what the provider answered. */
export function complete(browser: TestBrowser, answer: Readonly<Record<string, string>>): Promise<Answer> {
  return browser.post('/api/auth/company/complete', answer);
}

/** Signs in with a company account, from the dialog to the answer of the portal. */
export async function signInByCompany(
  browser: TestBrowser,
  provider: OpenIdProvider,
  claims: Claims,
  sign?: (claims: JWTPayload) => Promise<string>,
): Promise<Answer> {
  const asked = await begin(browser);
  return complete(browser, { state: asked.state, code: provider.codeFor(asked, claims, sign) });
}
