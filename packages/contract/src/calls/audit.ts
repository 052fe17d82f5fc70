import type { AuditPage, AuditQuery, StrangerNotes, StrangerQuery } from '../api/audit.ts';
import { call, type Nothing } from './call.ts';

/** The audit log, newest first. */
export const listAudit = /* @__PURE__ */ call<Nothing, AuditQuery, undefined, AuditPage>('GET', '/api/admin/audit');

/** What people without an account tried, newest first. */
export const listStrangers = /* @__PURE__ */ call<Nothing, StrangerQuery, undefined, StrangerNotes>(
  'GET',
  '/api/admin/strangers',
);
