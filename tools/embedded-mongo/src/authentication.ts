import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Doc, docOf, OK, type Value } from './bson.ts';
import { fail } from './errors.ts';
import type { Request } from './request.ts';

/** The only user, and the database that authenticates it. */
export const USER = 'portal';
export const USER_DATABASE = 'admin';
export const MECHANISM = 'SCRAM-SHA-256';
/** The minimum that drivers accept. More would add nothing: the password has 256 random bits. */
const ITERATIONS = 4096;
const CONVERSATION_ID = 1;

/** Returns the password of a data directory, and creates it if there is none. Only the owner can read the file. */
export function readPassword(dataDir: string): string {
  const file = join(dataDir, 'password');
  const existing = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (/^[\w-]{43}$/.test(existing)) return existing;
  const password = randomBytes(32).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

/** What a server stores to verify a password without storing the password itself (RFC 5802, section 3). */
export type Credentials = ReturnType<typeof deriveCredentials>;

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Derives the credentials of a password with a new salt. */
export function deriveCredentials(password: string) {
  const salt = randomBytes(28);
  const saltedPassword = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(saltedPassword, 'Client Key')).digest();
  return { salt, storedKey, serverKey: hmac(saltedPassword, 'Server Key') };
}

/** The SCRAM-SHA-256 authentication (RFC 7677) of one connection. */
export class Authentication {
  isDone = false;
  readonly #credentials: Credentials;
  #exchange: { readonly nonce: string; readonly messages: string } | undefined;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /** Handles the client's first message. Returns the challenge. */
  saslStart(request: Request): Doc {
    const args = request.args('saslStart', 'mechanism payload autoAuthorize options');
    const mechanism = args.text('mechanism');
    if (mechanism !== MECHANISM) fail(334, `Received authentication for mechanism ${mechanism} which is not enabled`);
    const [, clientMessage, user, clientNonce] =
      /^n,,(n=([^,]*),r=([\x21-\x2b\x2d-\x7e]+))$/.exec(payloadOf(args)) ?? [];
    if (request.db !== USER_DATABASE || user !== USER) this.#refuse();
    const nonce = `${clientNonce}${randomBytes(24).toString('base64')}`;
    const challenge = `r=${nonce},s=${this.#credentials.salt.toString('base64')},i=${ITERATIONS}`;
    this.#exchange = { nonce, messages: `${clientMessage},${challenge},c=biws,r=${nonce}` };
    return reply(challenge, false);
  }

  /** Checks the client's proof. Returns the server's signature. */
  saslContinue(request: Request): Doc {
    const args = request.args('saslContinue', 'conversationId payload');
    const message = payloadOf(args);
    const exchange = this.#exchange;
    this.#exchange = undefined;
    const [, nonce, proof = ''] = /^c=biws,r=([^,]+),p=([A-Za-z0-9+/=]+)$/.exec(message) ?? [];
    if (!exchange || nonce !== exchange.nonce) this.#refuse();
    const { storedKey, serverKey } = this.#credentials;
    const signature = hmac(storedKey, exchange.messages);
    const proofBytes = Buffer.from(proof, 'base64');
    const clientKey = signature.map((byte, index) => byte ^ (proofBytes[index] ?? 0));
    const isValid = timingSafeEqual(createHash('sha256').update(clientKey).digest(), storedKey);
    if (!isValid || proofBytes.length !== signature.length) this.#refuse();
    this.isDone = true;
    return reply(`v=${hmac(serverKey, exchange.messages).toString('base64')}`, true);
  }

  #refuse(): never {
    this.#exchange = undefined;
    fail(18, 'Authentication failed.');
  }
}

function payloadOf(args: ReturnType<Request['args']>): string {
  const payload: Value = args.need('payload', args.value('payload'));
  return payload.type === 'binData' ? payload.value.toString('utf8') : fail(14, 'The payload has to be binData');
}

function reply(message: string, done: boolean): Doc {
  const payload: Value = { type: 'binData', subtype: 0, value: Buffer.from(message) };
  return docOf({ conversationId: CONVERSATION_ID, done, payload, ok: OK });
}
