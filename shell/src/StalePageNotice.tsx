import type { MatchedRoute } from '@cytocomm/composition';
import { useComposition } from './composition/composition-context.ts';
import { useComponentState } from './composition/use-component-state.ts';
import { PageNotice, SlotFailure, SlotSkeleton } from './frame/index.ts';

/** Properties of {@link StalePageNotice} and {@link PageFallback}. */
export interface ArrivingProps {
  readonly matched: MatchedRoute;
}

/** What a failure to arrive is told with; undefined while there is none. */
function useArrivalFailure({ release, route: { component } }: MatchedRoute) {
  const { components } = useComposition();
  const { status } = useComponentState(release, component);
  if (status !== 'failed') return undefined;
  return { what: release.title, onRetry: () => void components.retry(release, component) };
}

/** Shown above a page that came as markup when its scripts did not; the page stays, and can be read. */
export function StalePageNotice({ matched }: ArrivingProps) {
  const failure = useArrivalFailure(matched);
  return failure ? <PageNotice {...failure} /> : null;
}

/** Stands in the place of such a page when its markup had to go, as with a change of the address within the page. */
export function PageFallback({ matched }: ArrivingProps) {
  const failure = useArrivalFailure(matched);
  return failure ? <SlotFailure {...failure} /> : <SlotSkeleton />;
}
