import type { AuditAction } from '@cytocomm/contract';

/** An event for the trail: who did what to whom, from where. */
export interface AuditEvent {
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

/** Returns the fields of an event as they are stored. Half a character would be stored as another one than was sealed. */
export function storedEvent({ action, actor, subject, from = '', userAgent = '', detail = {}, request }: AuditEvent) {
  return {
    action,
    actor: actor?.toWellFormed() ?? null,
    subject: subject.toWellFormed(),
    from,
    userAgent: userAgent.toWellFormed(),
    detail: Object.fromEntries(Object.entries(detail).map(([name, text]) => [name, text.toWellFormed()])),
    ...(request !== undefined && { request }),
  };
}
