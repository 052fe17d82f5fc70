import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type ApiError, serviceUnavailable } from '../calls/problem.ts';
import { deriveKey } from '../settings/keys.ts';
import type { AuditRecord, Erasure, SealRecord } from './model.ts';

/** The trail is altered or cannot be verified; the message says why. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault';
}

/** Returns 503 for what could not be appended: what it is about may have been done all the same. */
export function auditUnavailable(): ApiError {
  return serviceUnavailable('This could not be written down. Look whether it was done, and try again soon.');
}

/** The hash before the first seal. */
export const GENESIS = '0'.repeat(64);

/** A position in the chain of seals, recorded outside the database. */
export interface Checkpoint {
  readonly seq: number;
  readonly seal: string;
}

/** A key that seals the trail. The database has its id only. */
export interface SealKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The keys of a trail: the first seals, all verify. */
export type SealKeys = readonly [SealKey, ...SealKey[]];

/** A row without its hash. */
export type Unsealed = Omit<AuditRecord, 'hash'>;

/** The number and hash of a row in its chain, which prove all rows before; of a seal alike. */
export interface Place {
  readonly seq: number;
  readonly hash: string;
}

const ID_DIGITS = 12;

/** Returns the keys of some secrets. */
export function sealKeys(secrets: readonly [string, ...string[]]): SealKeys {
  const keyOf = (secret: string): SealKey => {
    const bytes = deriveKey(secret, 'audit-trail');
    return { id: createHash('sha256').update(bytes).digest('hex').slice(0, ID_DIGITS), bytes };
  };
  const [first, ...others] = secrets;
  return [keyOf(first), ...others.map(keyOf)];
}

function contentOf(row: Unsealed): readonly unknown[] {
  const detail = Object.entries(row.detail).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    row._id,
    row.at.toISOString(),
    row.action,
    row.actor,
    row.subject,
    row.from,
    row.userAgent,
    detail,
    row.previousHash,
    // Rows of jobs and of commands have none.
    ...(row.request === undefined ? [] : [row.request]),
  ];
}

type Purpose = 'row' | 'erasure' | 'head' | 'root' | 'root-checkpoint' | 'intent' | 'evidence';

function hmac(key: SealKey, purpose: Purpose, content: readonly unknown[]): string {
  return createHmac('sha256', key.bytes)
    .update(JSON.stringify([purpose, ...content]))
    .digest('hex');
}

/** Returns the hash of a row's content and the previous hash. */
export function sealOf(row: Unsealed, key: SealKey): string {
  return hmac(key, 'row', contentOf(row));
}

/** Returns the seal of a checkpoint. Stored outside the database, it reveals seals removed from the end. */
export function rootCheckpointSealOf({ seq, hash }: Place, key: SealKey): string {
  return hmac(key, 'root-checkpoint', [seq, hash]);
}

/** Returns the seal of a head record, which counts under its name only. */
export function headSealOf(name: string, { seq, hash }: Place, key: SealKey): string {
  return hmac(key, 'head', [name, seq, hash]);
}

/** Returns the hash of a seal over the ends of segments, and of the seal before it. */
export function rootSealOf(seal: Omit<SealRecord, 'hash'>, key: SealKey): string {
  const places = seal.places.map(({ segment, seq, hash }) => [segment, seq, hash]);
  return hmac(key, 'root', [seal._id, seal.at.toISOString(), seal.opens, places, seal.ends, seal.previousHash]);
}

/** Returns the seal of an erasure. The row keeps its hash, which the next row contains. */
export function erasureSealOf(row: AuditRecord, { at }: Pick<Erasure, 'at'>, key: SealKey): string {
  return hmac(key, 'erasure', [...contentOf(row), row.hash, row.key, at.toISOString()]);
}

/** Returns the seal of a change that is about to be made, over its fields as they are stored. */
export function intentSealOf(fields: readonly unknown[], key: SealKey): string {
  return hmac(key, 'intent', fields);
}

/** Returns the seal of a record outside the trail. */
export function evidenceSealOf(content: readonly unknown[], key: SealKey): string {
  return hmac(key, 'evidence', content);
}

/** Whether two seals are equal; in constant time. */
export function isSame(seal: string, other: string): boolean {
  const [a, b] = [Buffer.from(seal), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The result for a row. `unprovable`: sealed with an unknown key. */
export type Soundness = 'sound' | 'altered' | 'unprovable';

/** Verifies a row's seal, or that of its erasure. */
export function soundnessOf(row: AuditRecord, keys: SealKeys): Soundness {
  const judged = (keyId: string, seal: string, expected: (key: SealKey) => string): Soundness => {
    const key = keys.find(({ id }) => id === keyId);
    if (key === undefined) return 'unprovable';
    return isSame(seal, expected(key)) ? 'sound' : 'altered';
  };
  const { erased, key: keyId } = row;
  if (erased !== undefined) return judged(erased.key, erased.seal, (key) => erasureSealOf(row, erased, key));
  return judged(keyId, row.hash, (key) => sealOf(row, key));
}
