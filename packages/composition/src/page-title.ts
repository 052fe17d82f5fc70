/** The name of the site in titles and shared links. */
export const SITE_NAME = 'Cytocomm';

/** The title of an address that has no page. */
export const MISSING_PAGE_TITLE = 'Page not found';

/** Returns the title of the tab for a page. */
export function pageTitle(title: string): string {
  return `${title} · ${SITE_NAME}`;
}
