import { createHash, type KeyObject, sign, verify } from 'node:crypto';
import { canaryShareSchema, type Lock, lockIdSchema, lockSchema, releaseSchema } from '@cytocomm/contract';
import { z } from 'zod';

/** What the file `current` in a folder of locks holds: what visitors get. */
const lockPointerSchema = z.object({
  /** The id of the live lock. */
  lock: lockIdSchema,
  canary: z.object({ lock: lockIdSchema, share: canaryShareSchema, startedAt: z.iso.datetime() }).nullable(),
  switchedOff: z.array(z.object({ remote: releaseSchema.shape.name, reason: z.string() })),
});
/** What the file `current` in a folder of locks holds. */
export type LockPointer = z.infer<typeof lockPointerSchema>;

/** Returns what a pointer's text says, undefined when it is none. The bare id of a lock is one without canary. */
export function readLockPointer(text: string): LockPointer | undefined {
  const id = lockIdSchema.safeParse(text.trim());
  if (id.success) return { lock: id.data, canary: null, switchedOff: [] };
  try {
    return lockPointerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Returns the text of a pointer. */
export function lockPointerText({ lock, canary, switchedOff }: LockPointer): string {
  return `${JSON.stringify({ lock, canary, switchedOff })}\n`;
}

/** A lock as it is kept: like a commit, with what it was made from, by whom, when and why. Pages get its public part. */
export const lockRecordSchema = lockSchema.extend({
  id: lockIdSchema,
  /** The id of the lock that it was made from; null for the first. */
  base: lockIdSchema.nullable(),
  /** An e-mail, or the name of a team token. */
  createdBy: z.string().min(1).max(300),
  reason: z.string().max(500),
  /** The Ed25519 signature of the id, in base64. */
  signature: z.string().max(200).optional(),
});
/** A lock as it is kept. */
export type LockRecord = z.infer<typeof lockRecordSchema>;

/** A lock was altered, or has no trusted signature. */
export class LockAltered extends Error {
  override readonly name = 'LockAltered';
}

/** Returns the canonical JSON of a value, with sorted keys (as RFC 8785 for the values of locks). */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Returns the id that a lock of this content has: the SHA-256 of its canonical JSON, 64 hex digits. */
export function lockRecordId(content: Omit<LockRecord, 'id' | 'signature'>): string {
  const { shell, remotes, base, createdAt, createdBy, reason } = content;
  const text = canonicalJson({ shell, remotes, base, createdAt, createdBy, reason });
  return createHash('sha256').update(text).digest('hex');
}

/** The text that is signed: no signature of a lock is valid for anything else. */
function signedText(id: string): Buffer {
  return Buffer.from(`cytocomm lock ${id}`);
}

/** Returns the lock with its signature (Ed25519, RFC 8032). */
export function signLock(lock: LockRecord, privateKey: KeyObject): LockRecord {
  return { ...lock, signature: sign(null, signedText(lock.id), privateKey).toString('base64') };
}

/**
 * Reads a kept lock. With `publicKeys`, one of them must have signed it; without, only its id is checked.
 * Throws LockAltered when it is no lock, has another id, or lacks a valid signature.
 */
export function readLockRecord(value: unknown, publicKeys?: readonly KeyObject[]): LockRecord {
  const parsed = lockRecordSchema.safeParse(value);
  if (!parsed.success) throw new LockAltered(`This is not a lock:\n${z.prettifyError(parsed.error)}`);
  const lock = parsed.data;
  if (lockRecordId(lock) !== lock.id)
    throw new LockAltered(`Lock ${lock.id} was changed after it was made: its content has another id.`);
  const { signature } = lock;
  if (publicKeys !== undefined) {
    const bytes = Buffer.from(signature ?? '', 'base64');
    if (!publicKeys.some((key) => verify(null, signedText(lock.id), key, bytes)))
      throw new LockAltered(`Lock ${lock.id} is not signed by a key of LOCK_PUBLIC_KEYS.`);
  }
  return lock;
}

/** What the database keeps beside a lock. None of it is a part of its id. */
const storedFields = z.object({
  /** The id of the lock. */
  _id: lockIdSchema,
  /** Since when it is, or was, live or a canary; without it, it has never been. */
  deployedAt: z.date().optional(),
  /** Whether it took something back. */
  isRollback: z.boolean().optional(),
});
/** A lock as the database keeps it. */
export type StoredLock = LockRecord & z.infer<typeof storedFields>;

/** Reads a lock as the database keeps it, like `readLockRecord`. Throws LockAltered, also when it is kept under another id. */
export function readStoredLock(value: unknown, publicKeys?: readonly KeyObject[]): LockRecord {
  const stored = storedFields.safeParse(value);
  if (!stored.success) throw new LockAltered(`This is not a lock:\n${z.prettifyError(stored.error)}`);
  const { _id, deployedAt: _at, isRollback: _is, ...record }: Record<string, unknown> = { ...Object(value) };
  const lock = readLockRecord(record, publicKeys);
  if (lock.id !== _id)
    throw new LockAltered(`Lock ${lock.id} was changed after it was made: it is kept as ${String(_id)}.`);
  return lock;
}

/** Returns what a page gets of a lock. */
export function publicLockOf({ id, createdAt, shell, remotes }: LockRecord): Lock {
  return { id, createdAt, shell, remotes };
}
