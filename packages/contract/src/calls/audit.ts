import type { AuditExportQuery, AuditPage, AuditQuery, StrangerNotes, StrangerQuery } from '../api/audit.ts';
import { call, type Nothing } from './call.ts';

/** The audit log, newest first. */
export const listAudit = /* @__PURE__ */ call<Nothing, AuditQuery, undefined, AuditPage>('GET', '/api/admin/audit');

/** Entries of the audit log as a file for a spreadsheet. */
export const exportAudit = /* @__PURE__ */ call<Nothing, AuditExportQuery>('GET', '/api/admin/audit.csv');

/** What people without an account tried, newest first. */
export const listStrangers = /* @__PURE__ */ call<Nothing, StrangerQuery, undefined, StrangerNotes>(
  'GET',
  '/api/admin/strangers',
);
