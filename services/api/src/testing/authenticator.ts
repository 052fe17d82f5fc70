import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskeyOptions, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@cytocomm/contract';

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
