import type { AuditAction } from '@cytocomm/contract';
import type { Connection } from 'mongoose';
import { type AuditRecord, auditModel } from './model.ts';
import { evidenceSealOf, isSame, type SealKeys } from './seal.ts';

/** What a row says of a record outside the trail. */
export type EvidenceRow = Pick<AuditRecord, 'actor' | 'at' | 'subject' | 'detail' | 'erased'>;

/** Proves records outside the trail, which name people or are read by others. */
export interface Evidence {
  /** Returns the seal of a record's content. */
  seal(content: readonly unknown[]): string;
  /** Whether a record's content has such a seal, of whatever secret. */
  isSealed(content: readonly unknown[], seal: unknown): boolean;
  /** Returns all that rows of an action are about. */
  subjectsOf(action: AuditAction): Promise<readonly string[]>;
  /** Returns all rows of an action about a subject, oldest first. */
  rowsOf(action: AuditAction, subject: string): Promise<readonly EvidenceRow[]>;
}

/** Creates what proves records beside a trail. */
export function createEvidence(connection: Connection, keys: SealKeys): Evidence {
  const rows = auditModel(connection);
  return {
    seal: (content) => evidenceSealOf(content, keys[0]),
    isSealed: (content, seal) =>
      typeof seal === 'string' && keys.some((key) => isSame(seal, evidenceSealOf(content, key))),
    subjectsOf: (action) => rows.distinct('subject', { action }),
    rowsOf: (action, subject) => rows.find({ subject, action }).sort({ at: 1, _id: 1 }).lean(),
  };
}
