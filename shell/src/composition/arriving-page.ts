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

/** A page whose markup is there before its component. */
export interface ArrivingPage {
  readonly path: string;
  /** Resolves when the component is ready or the page was left. Until then the markup stays, and can be read. */
  readonly arrived: Promise<void>;
  /** False from when the page was left: shown again, it is a page like any other. */
  isHere(): boolean;
  leave(): void;
}

/** Returns the arriving page at a path whose component `ready` waits for. */
export function arrivingPage(path: string, ready: Promise<void>): ArrivingPage {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isHere = true;
  ready.then(resolve, resolve);
  return {
    path,
    arrived: promise,
    isHere: () => isHere,
    leave() {
      isHere = false;
      resolve();
    },
  };
}
