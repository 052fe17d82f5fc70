import { COLORS } from '@cytocomm/composition';

const CELL = `border:1px solid ${COLORS.line};padding:8px;text-align:left;vertical-align:top`;

const STYLES: Readonly<Record<string, string>> = {
  table: 'border-collapse:collapse;width:100%',
  th: `${CELL};background-color:${COLORS.mist};font-weight:600`,
  td: CELL,
};

/**
 * Returns an article for a mail: its tables have lines, scroll in a box of their own, and their captions stand above them,
 * where plain text has them, too. The article must be sanitised: its attributes hold no `<`.
 */
export function mailArticle(html: string): string {
  return html
    .replace(/<table><caption>([\s\S]*?)<\/caption>/g, '<p style="margin:0 0 8px;font-weight:600">$1</p><table>')
    .replace(/<(table|th|td)(?=[ >])/g, (_, name: string) => `<${name} style="${STYLES[name]}"`)
    .replace(/(<t[hd] [^>]*>)<p>/g, '$1<p style="margin:0">')
    .replaceAll('<table style', '<div style="overflow-x:auto"><table style')
    .replaceAll('</table>', '</table></div>');
}
