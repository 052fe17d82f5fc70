import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  confirmationOptionsSchema,
  type NewPasskeyOptions,
  newPasskeyOptionsSchema,
  type Passkey,
  type PasskeyCreation,
  type PasskeyProof,
  type PasskeyRequest,
  passkeySchema,
  recoveryCodesSchema,
  secondFactorOptionsSchema,
} from '@cytocomm/contract';
import { type Answer, read, type TestBrowser } from './browser.ts';

/**
 * A new passkey with an attestation of Android, for the challenge `AAAA` on http://localhost: its certificate, signed by one of
 * the sender's own, names http://crl.example/list as where revoked certificates are listed. Neither expires.
 */
export const ANDROID_CREATION: PasskeyCreation = {
  id: 'BwcHBwcHBwcHBwcHBwcHBw',
  rawId: 'BwcHBwcHBwcHBwcHBwcHBw',
  type: 'public-key',
  response: {
    clientDataJSON:
      'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQUFBQSIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3QiLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
    attestationObject: [
      'o2NmbXRrYW5kcm9pZC1rZXlnYXR0U3RtdKNjYWxnJmNzaWdYRzBFAiEAkaet121j3d5F6tdTbmLpAZwKpi5FUYcVtYmucMSkpUkCIAVQHH5wT7',
      'yH5ECEUxikiyZL_AHkVTPsX8TNoKBziVkJY3g1Y4JZAdMwggHPMIIBdqADAgECAhQLgh5G3PXgplKjwCgg1c0dO_44lDAKBggqhkjOPQQDAjAM',
      'MQowCAYDVQQDDAFyMCAXDTI2MTEyMzE5NDAxOFoYDzk5NjYxMDI5MTk0MDE4WjAMMQowCAYDVQQDDAFsMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQ',
      'cDQgAEf0gqDcs6xUa1uZN5waPV8jaukEJjv_lKQhHBj-vORusLdBsCvaVNPAYPSs1R02ukaZWKjOXtGWwunb80oElJ0KOBszCBsDAoBgNVHR8E',
      'ITAfMB2gG6AZhhdodHRwOi8vY3JsLmV4YW1wbGUvbGlzdDBEBgorBgEEAdZ5AgERBDYwNAIBAwoBAQIBBAoBAQQgISgGyoyY57dmRd7WEp6Mff',
      'LSQStb8fdEBPo1icaP_8gEADAAMAAwHQYDVR0OBBYEFP_qtWucBGZ4O0SJ3FmDSRtBywMUMB8GA1UdIwQYMBaAFLcVQCE4msfQoDhjOB8ch5Ny',
      'riD3MAoGCCqGSM49BAMCA0cAMEQCIAgqzgml9Jn-CsjxH6D8o585-zOkk0BZNX2C3fvLupGIAiABAJ0mlwpLh3lGGZqi_Ql_8wdHTgLqqZomvc',
      'uafdxdtFkBdDCCAXAwggEVoAMCAQICFFBd4YTQ0uiOPr2tePpbMNWDtWv6MAoGCCqGSM49BAMCMAwxCjAIBgNVBAMMAXIwIBcNMjYxMTIzMTk0',
      'MDE4WhgPOTk2NjEwMjkxOTQwMThaMAwxCjAIBgNVBAMMAXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQNMVMt_W0RRmAFPOtN7JJoqKzr4E',
      '-aZJH44rg2WXW113sCmdZcwQsHe7j2sjaX6rF03qu70-OhvbpMt1r1j7T2o1MwUTAdBgNVHQ4EFgQUtxVAITiax9CgOGM4HxyHk3KuIPcwHwYD',
      'VR0jBBgwFoAUtxVAITiax9CgOGM4HxyHk3KuIPcwDwYDVR0TAQH_BAUwAwEB_zAKBggqhkjOPQQDAgNJADBGAiEArp3MfwxoJPQ-n9x4_4_oJl',
      'Kcb-4_rhogl86NEgn9RoACIQDVNdpiV-dvJyeMRkhvzor7lKhyQTa0ya1lamjQ8CL2NmhhdXRoRGF0YViUSZYN5YgOjGh0NBcPZHZgW4_krrmi',
      'hjLHmVzzuoMdl2NFAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAcHBwcHBwcHBwcHBwcHBwelAQIDJiABIVggf0gqDcs6xUa1uZN5waPV8jaukEJjv_',
      'lKQhHBj-vORusiWCALdBsCvaVNPAYPSs1R02ukaZWKjOXtGWwunb80oElJ0A',
    ].join(''),
    transports: ['internal'],
  },
};

/** What a test makes an authenticator say otherwise than it should. */
interface Lies {
  readonly origin?: string;
  readonly crossOrigin?: true;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly credentialId?: string;
  /** Present, but neither PIN nor finger. */
  readonly unverified?: true;
  /** The new passkey is signed by itself (`packed` without certificates): no lie, but not the usual way. */
  readonly signedByItself?: true;
}

/** A passkey in memory that signs with ES256, as a security key does. */
export interface Authenticator {
  readonly credentialId: string;
  /** Creates a passkey as `navigator.credentials.create` does. */
  create(options: NewPasskeyOptions, lies?: Lies): PasskeyCreation;
  /** Uses a passkey as `navigator.credentials.get` does; its counter goes on. */
  use(request: PasskeyRequest, lies?: Lies): PasskeyProof;
}

const UP = 0x01;
const UV = 0x04;
const ATTESTED = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const textOf = (bytes: Buffer) => bytes.toString('base64url');

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

/** The part of CBOR (RFC 8949) that an attestation needs. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => {
    if (typeof entry === 'number' || typeof entry === 'string' || Buffer.isBuffer(entry) || entry instanceof Map)
      return [cbor(key), cbor(entry)];
    throw new Error('not for an attestation');
  });
  return Buffer.concat([head(5, value.size), ...entries]);
}

function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

function clientData(type: string, challenge: string, origin: string, crossOrigin = false): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
}

function authenticatorData(rpId: string, flags: number, counter: number, attested = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
}

/** Returns a new authenticator of somebody on pages of `origin`. `counts` false: like a synced passkey, which stays at 0. */
export function createAuthenticator(origin: string, { counts = true } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const credentialId = textOf(rawId);
  let counter = 0;
  let userHandle: string | undefined;
  const flagsOf = ({ unverified }: Lies) => UP | (unverified === true ? 0 : UV);
  return {
    credentialId,
    create: ({ challenge, rp, user }, lies = {}) => {
      userHandle = user.id;
      const id = lies.credentialId === undefined ? rawId : Buffer.from(lies.credentialId, 'base64url');
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const data = authenticatorData(lies.rpId ?? rp.id, flagsOf(lies) | ATTESTED, counter, attested);
      const client = clientData(
        'webauthn.create',
        lies.challenge ?? challenge,
        lies.origin ?? origin,
        lies.crossOrigin,
      );
      const statement = () =>
        new Map<string, unknown>([
          ['alg', -7],
          ['sig', sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)],
        ]);
      const object = new Map<string, unknown>([
        ['fmt', lies.signedByItself ? 'packed' : 'none'],
        ['attStmt', lies.signedByItself ? statement() : new Map()],
        ['authData', data],
      ]);
      return {
        id: textOf(id),
        rawId: textOf(id),
        type: 'public-key',
        response: {
          clientDataJSON: textOf(client),
          attestationObject: textOf(cbor(object)),
          transports: ['internal'],
        },
      };
    },
    use: ({ challenge, rpId }, lies = {}) => {
      if (counts) counter += 1;
      const data = authenticatorData(lies.rpId ?? rpId, flagsOf(lies), lies.counter ?? counter);
      const client = clientData('webauthn.get', lies.challenge ?? challenge, lies.origin ?? origin, lies.crossOrigin);
      const id = lies.credentialId ?? credentialId;
      const handle = lies.userHandle ?? userHandle;
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: textOf(client),
          authenticatorData: textOf(data),
          signature: textOf(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          ...(handle === undefined ? {} : { userHandle: handle }),
        },
      };
    },
  };
}

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
