export { foreignElements, sanitizeHtml, trustedHtml } from './sanitize.ts';
export { boxTables } from './table-boxes.ts';
