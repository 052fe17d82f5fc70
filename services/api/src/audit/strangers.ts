import type { AuditNote, AuditTrail } from './service.ts';

/**
 * Notes about those who are nobody here: addresses that somebody typed and no admin approved, and visitors who were refused. They
 * are other people's data, written at anybody's will, so they are kept by rules of their own.
 */
export interface StrangerNotes {
  /** Keeps the note; resolves when it is stored. */
  record(note: AuditNote): Promise<void>;
}

/** The notes about strangers; for now they stand in the trail itself. */
export function createStrangerNotes(audit: AuditTrail): StrangerNotes {
  return { record: audit.record };
}
