import { createLog } from '@cytocomm/runtime';
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import { Types } from 'mongoose';
import { ANDROID_CREATION, createAuthenticator } from '../../testing/passkeys.ts';
import { createWebAuthn } from './webauthn.ts';

const ORIGIN = 'http://localhost';
const CHALLENGE = 'AAAA';
const webauthn = createWebAuthn({ publicUrl: ORIGIN }, createLog('silent'));
const person = { _id: new Types.ObjectId(), email: 'ada@x.example', name: 'Ada', roles: [], createdAt: new Date(0) };
const options = webauthn.creationOptions(person, [], CHALLENGE);

/** A right passkey whose attestation says that it is of this format, with this statement. */
function attestedBy(format: string, statement: ReadonlyMap<string, string | Uint8Array[]>) {
  const passkey = createAuthenticator(ORIGIN).create(options);
  const decoded = isoCBOR.decodeFirst<Map<string, string | Uint8Array | Map<string, string | Uint8Array[]>>>(
    isoBase64URL.toBuffer(passkey.response.attestationObject),
  );
  decoded.set('fmt', format).set('attStmt', new Map(statement));
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(decoded));
  return { ...passkey, response: { ...passkey.response, attestationObject } };
}

const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nothing is fetched here'));

describe('a new passkey', () => {
  it.each([
    ['without a statement', {}],
    ['that is signed by itself', { signedByItself: true }],
  ] as const)('%s is read', async (_, lies) => {
    const authenticator = createAuthenticator(ORIGIN);
    const passkey = await webauthn.readCreation(authenticator.create(options, lies), CHALLENGE);
    expect(passkey).toMatchObject({ credentialId: authenticator.credentialId, counter: 0, transports: ['internal'] });
  });

  it('an address in certificates is not called', async () => {
    expect(await webauthn.readCreation(ANDROID_CREATION, CHALLENGE)).toBeUndefined();
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each(['packed', 'fido-u2f', 'android-key', 'android-safetynet', 'tpm', 'apple', 'compound'])(
    'of the format %s with certificates is refused',
    async (format) => {
      const passkey = attestedBy(format, new Map([['x5c', [new Uint8Array(8)]]]));
      expect(await webauthn.readCreation(passkey, CHALLENGE)).toBeUndefined();
      expect(fetched).not.toHaveBeenCalled();
    },
  );

  it('that was made in a frame of another site is refused', async () => {
    const passkey = createAuthenticator(ORIGIN).create(options, { crossOrigin: true });
    expect(await webauthn.readCreation(passkey, CHALLENGE)).toBeUndefined();
  });
});

it('a passkey that is used in a frame of another site is refused', async () => {
  const authenticator = createAuthenticator(ORIGIN);
  const created = await webauthn.readCreation(authenticator.create(options), CHALLENGE);
  if (created === undefined) throw new Error('The passkey was refused.');
  const passkey = { id: 'key', ...created, name: 'Key', createdAt: new Date(0) };
  const request = webauthn.requestOptions([passkey], CHALLENGE);
  const use = (lies = {}) => webauthn.checkProof(authenticator.use(request, lies), passkey, CHALLENGE, person);
  expect(await use()).toEqual({ counter: 1 });
  expect(await use({ crossOrigin: true })).toEqual({ refused: 'a page of another site frames the portal' });
});
