import {
  confirmationOptionsSchema,
  newPasskeyOptionsSchema,
  type Passkey,
  passkeySchema,
  recoveryCodesSchema,
  secondFactorOptionsSchema,
} from '@cytocomm/contract';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import type { Answer, TestBrowser } from './browser.ts';
import { read } from './json.ts';

/** Adds a passkey to the person who is signed in in this browser. */
export async function givePasskey(browser: TestBrowser, authenticator: Authenticator, name = 'Key'): Promise<Passkey> {
  const options = read(await browser.post('/api/auth/passkeys/options'), newPasskeyOptionsSchema);
  const answer = await browser.post('/api/auth/passkeys', { name, passkey: authenticator.create(options) });
  return read(answer, passkeySchema, 201);
}

/** Adds a new passkey to the person of this browser. Returns what uses it. */
export async function withPasskey(browser: TestBrowser, origin: string): Promise<Authenticator> {
  const authenticator = createAuthenticator(origin);
  await givePasskey(browser, authenticator);
  return authenticator;
}

/** Asks for the second factor of a half-open sign-in, and answers with this passkey. */
export async function passSecondFactor(browser: TestBrowser, authenticator: Authenticator): Promise<Answer> {
  const { passkey } = read(await browser.post('/api/auth/second-factor/options'), secondFactorOptionsSchema);
  return browser.post('/api/auth/second-factor', { passkey: authenticator.use(passkey) });
}

/** Confirms by a passkey that it is the person of this browser. */
export async function confirmBy(browser: TestBrowser, authenticator: Authenticator): Promise<Answer> {
  const { passkey } = read(await browser.post('/api/auth/confirmation/options'), confirmationOptionsSchema);
  if (passkey === null) throw new Error('a code was mailed instead');
  return browser.post('/api/auth/confirmation', { passkey: authenticator.use(passkey) });
}

/** Makes new recovery codes for the person of this browser. */
export async function makeCodes(browser: TestBrowser): Promise<readonly string[]> {
  return read(await browser.post('/api/auth/recovery-codes'), recoveryCodesSchema, 201).codes;
}
