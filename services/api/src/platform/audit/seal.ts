import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../settings/keys.ts';
import type { AuditRecord, Erasure, SealRecord } from './model.ts';

/** The trail is altered or cannot be verified; the message says why. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault';
}

/** The MAC before the first seal. */
export const GENESIS = '0'.repeat(64);

/** The number and MAC of a seal, recorded outside the database: they show that later seals were cut off. */
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

/** What the MAC of a row is over. */
type RowContent = Omit<AuditRecord, 'mac' | 'key' | 'seal' | 'erased'>;

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

function contentOf(row: RowContent): readonly unknown[] {
  const { _id, at, action, actor, subject, from, userAgent, request = null } = row;
  const detail = Object.entries(row.detail).sort(([a], [b]) => (a < b ? -1 : 1));
  return [String(_id), at.toISOString(), action, actor, subject, from, userAgent, detail, request];
}

function hmac(key: SealKey, purpose: 'row' | 'erasure' | 'seal' | 'evidence', content: readonly unknown[]): string {
  return createHmac('sha256', key.bytes)
    .update(JSON.stringify([purpose, ...content]))
    .digest('hex');
}

/** Returns the MAC of a row. */
export function rowMacOf(row: RowContent, key: SealKey): string {
  return hmac(key, 'row', contentOf(row));
}

/** Returns the MAC of what an erasure leaves. The row keeps the MAC that its seal is over. */
export function erasureMacOf(row: AuditRecord, { at }: Pick<Erasure, 'at'>, key: SealKey): string {
  return hmac(key, 'erasure', [...contentOf(row), row.mac, row.key, at.toISOString()]);
}

/** Returns the MAC of a seal. */
export function sealMacOf(seal: Omit<SealRecord, 'mac'>, key: SealKey): string {
  const { _id, at, rows, first, last, hash, previous } = seal;
  return hmac(key, 'seal', [_id, at.toISOString(), rows, String(first), String(last), hash, previous]);
}

/** Returns the MAC of a record outside the trail. */
export function evidenceMacOf(content: readonly unknown[], key: SealKey): string {
  return hmac(key, 'evidence', content);
}

/** Whether two MACs are equal; in constant time. */
export function isSame(mac: string, other: string): boolean {
  const [a, b] = [Buffer.from(mac), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The result for a row or a seal. `unprovable`: made with an unknown key. */
export type Soundness = 'sound' | 'altered' | 'unprovable';

function soundnessOf(
  stored: { readonly key: string; readonly mac: string },
  keys: SealKeys,
  expected: (key: SealKey) => string,
) {
  const key = keys.find(({ id }) => id === stored.key);
  if (key === undefined) return 'unprovable';
  try {
    return isSame(stored.mac, expected(key)) ? 'sound' : 'altered';
  } catch {
    // A field is of a type that no row has.
    return 'altered';
  }
}

/** Verifies the MAC of a row, or that of its erasure. */
export function rowSoundness(row: AuditRecord, keys: SealKeys): Soundness {
  const { erased } = row;
  if (erased !== undefined) return soundnessOf(erased, keys, (key) => erasureMacOf(row, erased, key));
  return soundnessOf(row, keys, (key) => rowMacOf(row, key));
}

/** Verifies the MAC of a seal. */
export function sealSoundness(seal: SealRecord, keys: SealKeys): Soundness {
  return soundnessOf(seal, keys, (key) => sealMacOf(seal, key));
}
