import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../keys.ts';
import type { AuditRecord, Erasure } from './model.ts';

/** A key under which the trail is sealed. The database holds its id only. */
export interface SealKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The keys of a trail: the first seals, all of them prove what they have sealed. */
export type SealKeys = readonly [SealKey, ...SealKey[]];

/** A row before its hash is known. */
export type Unsealed = Omit<AuditRecord, 'hash'>;

/** The number and hash of a row: they stand for everything up to it. */
export interface Place {
  readonly seq: number;
  readonly hash: string;
}

const ID_DIGITS = 12;

/** The keys that these secrets give. */
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
  ];
}

function hmac(key: SealKey, purpose: 'row' | 'checkpoint' | 'erasure', content: readonly unknown[]): string {
  return createHmac('sha256', key.bytes)
    .update(JSON.stringify([purpose, ...content]))
    .digest('hex');
}

/** The hash of a row over everything it says, the hash of the row before included. */
export function sealOf(row: Unsealed, key: SealKey): string {
  return hmac(key, 'row', contentOf(row));
}

/** The hash of a row from before there was a key. Anybody can compute it. */
export function plainSealOf(row: Unsealed): string {
  return createHash('sha256')
    .update(JSON.stringify(contentOf(row)))
    .digest('hex');
}

/** What proves that the trail once reached a place. Kept outside the database, it shows when rows were removed from the end. */
export function checkpointSealOf({ seq, hash }: Place, key: SealKey): string {
  return hmac(key, 'checkpoint', [seq, hash]);
}

/** What proves that a person was taken out of a row by the service. The row's hash stays: it is what the next row carries. */
export function erasureSealOf(row: AuditRecord, { at }: Pick<Erasure, 'at'>, key: SealKey): string {
  return hmac(key, 'erasure', [...contentOf(row), row.hash, row.key ?? null, at.toISOString()]);
}

/** Whether two seals are the same, in a time that does not tell where they differ. */
export function isSame(seal: string, other: string): boolean {
  const [a, b] = [Buffer.from(seal), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** How a row stands to its seal. `unprovable`: it was sealed with a key that is not known here. */
export type Soundness = 'sound' | 'altered' | 'unprovable';

/** Holds a row to its seal, or to that of its erasure. */
export function soundnessOf(row: AuditRecord, keys: SealKeys): Soundness {
  const judged = (keyId: string, seal: string, expected: (key: SealKey) => string): Soundness => {
    const key = keys.find(({ id }) => id === keyId);
    if (key === undefined) return 'unprovable';
    return isSame(seal, expected(key)) ? 'sound' : 'altered';
  };
  const { erased, key: keyId } = row;
  if (erased !== undefined) return judged(erased.key, erased.seal, (key) => erasureSealOf(row, erased, key));
  if (keyId === undefined) return isSame(row.hash, plainSealOf(row)) ? 'sound' : 'altered';
  return judged(keyId, row.hash, (key) => sealOf(row, key));
}
