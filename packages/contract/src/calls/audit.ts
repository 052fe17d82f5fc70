// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type audit from '../domains/audit.ts';

/** List the audit trail, newest first. */
export const listAudit = /* @__PURE__ */ callOf<typeof audit.listAudit>('GET', '/api/admin/audit');
/** Export the audit trail as CSV, newest first. */
export const exportAudit = /* @__PURE__ */ callOf<typeof audit.exportAudit>('GET', '/api/admin/audit.csv');
/** List refused requests of visitors and unapproved addresses, newest first. */
export const listStrangers = /* @__PURE__ */ callOf<typeof audit.listStrangers>('GET', '/api/admin/strangers');
