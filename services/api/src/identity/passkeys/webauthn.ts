import { randomBytes } from 'node:crypto';
import type { NewPasskeyOptions, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@cytocomm/contract';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from '../../platform/settings/config.ts';
import type { PasskeyRecord, UserRecord } from '../users/service.ts';
import { CHALLENGE_MS } from './challenges.ts';

/**
 * Whether a new passkey comes without certificates: no statement of its maker, or one that it signed itself (`packed` without
 * `x5c`). We ask for none, and certificates name addresses from which the library would fetch lists. Throws for bytes that are
 * no attestation.
 */
function isWithoutCertificates(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** ES256, EdDSA and RS256 (COSE): what authenticators of today have. */
const ALGORITHMS = [-7, -8, -257];

/** The data of a new passkey. */
type MadePasskey = Pick<PasskeyRecord, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'synced'>;

/** A passkey that was used as it should be, or why not: a sentence for the audit trail. */
type ProofOutcome = { readonly counter: number; readonly refused?: undefined } | { readonly refused: string };

/** The cryptography of passkeys, for this portal's own address. */
export interface WebAuthn {
  newChallenge(): string;
  creationOptions(user: UserRecord, passkeys: readonly PasskeyRecord[], challenge: string): NewPasskeyOptions;
  requestOptions(passkeys: readonly PasskeyRecord[], challenge: string): PasskeyRequest;
  /** Returns what is to be stored of a new passkey; undefined for one that is refused: the log says why. */
  readCreation(creation: PasskeyCreation, challenge: string): Promise<MadePasskey | undefined>;
  /** Returns the new counter of a passkey that was used, or why the proof is refused. */
  checkProof(proof: PasskeyProof, passkey: PasskeyRecord, challenge: string, user: UserRecord): Promise<ProofOutcome>;
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
/** The library's errors name the check that failed; they may quote what was sent, so they are for trail and log only. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : 'it cannot be read');

const clientDataSchema = z.object({ crossOrigin: z.boolean().default(false) });

/**
 * Returns whether a page of another site framed the one that asked (WebAuthn 5.8.1, `crossOrigin`): no site frames the
 * portal. Throws on client data that cannot be read.
 */
function isFramed(clientDataJSON: string): boolean {
  return clientDataSchema.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).crossOrigin;
}

/** Returns the opaque id by which makers of passkeys know a person. */
function userHandleOf({ _id }: Pick<UserRecord, '_id'>): string {
  return Buffer.from(_id.toHexString(), 'hex').toString('base64url');
}

/** Creates WebAuthn for a portal with this address; `log` gets the reasons why new passkeys are refused. */
export function createWebAuthn({ publicUrl }: Pick<Config, 'publicUrl'>, log: Pick<Logger, 'warn'>): WebAuthn {
  const rpId = new URL(publicUrl).hostname;
  const described = (passkeys: readonly PasskeyRecord[]) =>
    passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key' as const,
      transports: [...transports],
    }));
  return {
    newChallenge: () => randomBytes(32).toString('base64url'),

    creationOptions: (user, passkeys, challenge) => ({
      challenge,
      timeout: CHALLENGE_MS,
      rp: { id: rpId, name: 'Cytocomm' },
      user: { id: userHandleOf(user), name: user.email, displayName: user.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: described(passkeys),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
    }),

    requestOptions: (passkeys, challenge) => ({
      challenge,
      timeout: CHALLENGE_MS,
      rpId,
      allowCredentials: described(passkeys),
      userVerification: 'required',
    }),

    readCreation: async ({ id, rawId, type, response }, challenge) => {
      const { transports = [], ...rest } = response;
      const refuse = (reason: string) => {
        log.warn({ reason }, 'a new passkey is refused');
        return undefined;
      };
      try {
        if (isFramed(rest.clientDataJSON)) return refuse('a page of another site frames the portal');
        if (!isWithoutCertificates(rest.attestationObject)) return refuse('it comes with certificates');
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { id, rawId, type, response: { ...rest, transports }, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: publicUrl,
          expectedRPID: rpId,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        });
        if (!verified) return refuse('its signature is wrong');
        const { credential, credentialBackedUp } = registrationInfo;
        return {
          credentialId: credential.id,
          publicKey: textOf(credential.publicKey),
          counter: credential.counter,
          transports,
          synced: credentialBackedUp,
        };
      } catch (error) {
        return refuse(reasonOf(error));
      }
    },

    checkProof: async ({ id, rawId, type, response }, passkey, challenge, user) => {
      const { userHandle, ...rest } = response;
      if (userHandle !== undefined && userHandle !== userHandleOf(user)) return { refused: 'it names another person' };
      try {
        if (isFramed(rest.clientDataJSON)) return { refused: 'a page of another site frames the portal' };
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { id, rawId, type, response: rest, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: publicUrl,
          expectedRPID: rpId,
          requireUserVerification: true,
          credential: { id: passkey.credentialId, publicKey: bytesOf(passkey.publicKey), counter: passkey.counter },
        });
        return verified ? { counter: authenticationInfo.newCounter } : { refused: 'its signature is wrong' };
      } catch (error) {
        return { refused: reasonOf(error) };
      }
    },
  };
}
