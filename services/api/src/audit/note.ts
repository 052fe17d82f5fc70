import type { AuditAction } from '@cytocomm/contract';

/** An event for the trail: who did what to whom, from where. */
export interface AuditNote {
  readonly action: AuditAction;
  /** The actor's e-mail; null for nobody. */
  readonly actor: string | null;
  /** An e-mail or id. */
  readonly subject: string;
  readonly from?: string;
  readonly userAgent?: string;
  readonly detail?: Readonly<Record<string, string>>;
  /** The id of the request; by default that of the one that is being answered. */
  readonly request?: string | undefined;
}
