import { PAGE_DATA_ELEMENT_ID } from '@cytocomm/composition';
import type { PageData } from '@cytocomm/contract';

function isPageData(value: unknown): value is PageData {
  return typeof value === 'object' && value !== null && 'list' in value && 'stale' in value;
}

/** Returns what the page was prerendered with; undefined when it needed nothing, or when it cannot be read. */
export function readPageData(page: Document): PageData | undefined {
  const block = page.getElementById(PAGE_DATA_ELEMENT_ID);
  if (!block?.textContent) return undefined;
  try {
    const value: unknown = JSON.parse(block.textContent);
    return isPageData(value) ? value : undefined;
  } catch (error) {
    console.error('The data of this page cannot be read.', error);
    return undefined;
  }
}
