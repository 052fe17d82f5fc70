import { useSyncExternalStore } from 'react';
import type { ArrivingPage } from './composition/arriving-page.ts';
import { PageNotice, SlotFailure, SlotSkeleton } from './frame/index.ts';

/** Properties of {@link StalePageNotice} and {@link PageFallback}. */
export interface ArrivingProps {
  readonly page: ArrivingPage;
  /** The title of the remote that the page is of. */
  readonly what: string;
}

function useArrivalFailure(page: ArrivingPage) {
  return useSyncExternalStore(page.subscribe, page.failure, () => undefined);
}

/** Shown above a page that came as markup when its scripts did not; the page stays, and can be read. */
export function StalePageNotice({ page, what }: ArrivingProps) {
  return useArrivalFailure(page) ? <PageNotice what={what} onRetry={page.retry} /> : null;
}

/** Stands in the place of such a page when its markup had to go, as with a change of the address within the page. */
export function PageFallback({ page, what }: ArrivingProps) {
  return useArrivalFailure(page) ? <SlotFailure what={what} onRetry={page.retry} /> : <SlotSkeleton />;
}
