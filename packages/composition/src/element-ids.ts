/** The id of the element that holds the page. */
export const ROOT_ELEMENT_ID = 'root';

/** The id of the JSON data block that holds the lock. */
export const LOCK_ELEMENT_ID = 'portal-lock';

/** The id of the JSON data block that holds the names of remotes that are switched off; a page without it has none. */
export const SWITCHED_OFF_ELEMENT_ID = 'portal-switched-off';

/** The id of the JSON data block that holds what the page was prerendered with. */
export const PAGE_DATA_ELEMENT_ID = 'portal-data';

/** The id of the JSON data block that says which remote this page loads from the person's own machine; other pages have none. */
export const LOCAL_REMOTE_ELEMENT_ID = 'portal-local-remote';
