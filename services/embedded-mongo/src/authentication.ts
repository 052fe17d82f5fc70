import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Doc, docOf, type Value } from './bson.ts';
import { fail } from './errors.ts';
import { OK, type Request } from './request.ts';

/** The one user of a database, and the database that knows it. */
export const USER = 'portal';
export const USER_DATABASE = 'admin';
export const MECHANISM = 'SCRAM-SHA-256';
/** The fewest that drivers accept; the password has 256 random bits, so more would protect nothing. */
const ITERATIONS = 4096;
const CONVERSATION_ID = 1;

/** Returns the password of a data directory, which only its owner can read, and makes it where there is none. */
export function readPassword(dataDir: string): string {
  const file = join(dataDir, 'password');
  const existing = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (/^[\w-]{43}$/.test(existing)) return existing;
  const password = randomBytes(32).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

/** What a server keeps of a password (RFC 5802, section 3): it proves one, and does not contain it. */
export type Credentials = ReturnType<typeof deriveCredentials>;

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Derives the credentials of a password, with a new salt. */
export function deriveCredentials(password: string) {
  const salt = randomBytes(28);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest();
  return { salt, storedKey, serverKey: hmac(salted, 'Server Key') };
}

/** Who a connection has proved to be: nobody, until it has gone through SCRAM-SHA-256 (RFC 7677). */
export class Authentication {
  isDone = false;
  readonly #credentials: Credentials;
  #expected: { readonly nonce: string; readonly messages: string; readonly skipsEmpty: boolean } | undefined;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /** Reads the client's first message and replies with the challenge. */
  start(request: Request): Doc {
    const args = request.args('saslStart', 'mechanism payload autoAuthorize options');
    const mechanism = args.text('mechanism');
    if (mechanism !== MECHANISM) fail(334, `Received authentication for mechanism ${mechanism} which is not enabled`);
    const [, first, user, clientNonce] = /^n,,(n=([^,]*),r=([\x21-\x2b\x2d-\x7e]+))$/.exec(payloadOf(args)) ?? [];
    if (request.db !== USER_DATABASE || user !== USER) this.#refuse();
    const nonce = `${clientNonce}${randomBytes(24).toString('base64')}`;
    const challenge = `r=${nonce},s=${this.#credentials.salt.toString('base64')},i=${ITERATIONS}`;
    const skipsEmpty = args.doc('options')?.get('skipEmptyExchange');
    this.#expected = {
      nonce,
      messages: `${first},${challenge},c=biws,r=${nonce}`,
      skipsEmpty: skipsEmpty?.type === 'bool' && skipsEmpty.value,
    };
    return reply(challenge, false);
  }

  /** Checks the client's proof and replies with the server's; then, for drivers that ask for it, an empty last message. */
  continue(request: Request): Doc {
    const args = request.args('saslContinue', 'conversationId payload');
    const message = payloadOf(args);
    if (this.isDone && message === '') return reply('', true);
    const expected = this.#expected;
    this.#expected = undefined;
    const [, nonce, proof = ''] = /^c=biws,r=([^,]+),p=([A-Za-z0-9+/=]+)$/.exec(message) ?? [];
    if (!expected || nonce !== expected.nonce) this.#refuse();
    const { storedKey, serverKey } = this.#credentials;
    const signature = hmac(storedKey, expected.messages);
    const proofBytes = Buffer.from(proof, 'base64');
    const clientKey = signature.map((byte, index) => byte ^ (proofBytes[index] ?? 0));
    const isRight = timingSafeEqual(createHash('sha256').update(clientKey).digest(), storedKey);
    if (!isRight || proofBytes.length !== signature.length) this.#refuse();
    this.isDone = true;
    return reply(`v=${hmac(serverKey, expected.messages).toString('base64')}`, expected.skipsEmpty);
  }

  #refuse(): never {
    this.#expected = undefined;
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
