import { canaryShareSchema, lockIdSchema, releaseSchema } from '@cytocomm/contract';
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
