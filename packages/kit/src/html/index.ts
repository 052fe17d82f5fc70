export { sanitizeHtml } from './sanitize.ts';
