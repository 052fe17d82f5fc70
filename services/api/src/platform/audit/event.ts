import { type AuditAction, auditActionSchema } from '@cytocomm/contract';
import { Counter, type Registry } from 'prom-client';

/** Counters of a process. */
export interface EventMetrics {
  /** Counts a recorded event, of members and of strangers. */
  readonly noted: (action: AuditAction) => void;
  /** Counts bytes of documents or pictures that were stored or read. */
  readonly fileBytes: (direction: 'stored' | 'read', kind: 'documents' | 'pictures', bytes: number) => void;
}

/** Counts nothing: for commands and tests without metrics. */
export const NO_EVENT_METRICS: EventMetrics = { noted: () => undefined, fileBytes: () => undefined };

/** Adds the counters of recorded events and of the bytes of files to the metrics. */
export function countEvents(registry: Registry): EventMetrics {
  const registers = [registry];
  const events = new Counter({
    name: 'portal_events_total',
    help: 'What the audit trail and the notes about strangers have recorded, such as sign-in.completed and limit.reached',
    labelNames: ['action'],
    registers,
  });
  // Prometheus sees growth only of what it has seen before.
  for (const action of auditActionSchema.options) events.inc({ action }, 0);
  const bytes = new Counter({
    name: 'portal_file_bytes_total',
    help: 'Bytes of files that were stored in GridFS, and read from it for clients, by their kind; releases are counted by web',
    labelNames: ['direction', 'kind'],
    registers,
  });
  return {
    noted: (action) => events.inc({ action }),
    fileBytes: (direction, kind, count) => bytes.inc({ direction, kind }, count),
  };
}

/** An event for the trail: who did what to whom, from where. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** The actor's e-mail; null for an anonymous caller. */
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
