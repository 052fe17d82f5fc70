export { foreignElements, sanitizeHtml, trustedHtml } from './sanitize.ts';
