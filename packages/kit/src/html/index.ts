export { sanitizeHtml, trustedHtml } from './sanitize.ts';
