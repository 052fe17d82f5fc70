const SITE_NAME = 'Cytocomm';

/** The title of the tab for a page; the same words that services/web puts into the HTML. */
export function pageTitle(title: string): string {
  return `${title} · ${SITE_NAME}`;
}
