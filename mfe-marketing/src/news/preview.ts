import { previewOfHtml, textOfHtml } from '@cytocomm/contract';

/** How much of a release a card shows, in characters. */
export const PREVIEW_LENGTH = 100;

/** Returns the paragraphs, headings and list entries of a piece of HTML, each as text. */
export function paragraphsOf(html: string): string[] {
  const pieces = html.split(/<\/?(?:p|h[1-6]|li|ul|ol|blockquote|pre|tr|table|div|br|hr)\b[^>]*>/i);
  return [...new Set(pieces.map(textOfHtml).filter((text) => text !== ''))];
}

/** Returns the beginning of a release's text, with an ellipsis when there is more. */
export function previewOf(html: string): string {
  return previewOfHtml(html, PREVIEW_LENGTH);
}
