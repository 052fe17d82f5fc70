// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type audit from '../domains/audit.ts';

/** The audit trail, newest first. */
export const listAudit = /* @__PURE__ */ callOf<typeof audit.listAudit>('GET', '/api/admin/audit');
/** The audit trail as a file for a spreadsheet, newest first. */
export const exportAudit = /* @__PURE__ */ callOf<typeof audit.exportAudit>('GET', '/api/admin/audit.csv');
/** What was refused to visitors, and to addresses that are not approved, newest first. */
export const listStrangers = /* @__PURE__ */ callOf<typeof audit.listStrangers>('GET', '/api/admin/strangers');
