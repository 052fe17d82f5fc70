import type { LockedRelease } from '@cytocomm/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { SlotFailure } from '../frame/index.ts';
import { useComposition } from './composition-context.ts';
import type { FailedPart } from './failed-parts.ts';

/** Properties of {@link SlotFailed}. */
export interface SlotFailedProps {
  readonly release: LockedRelease;
  readonly title: string | undefined;
  readonly onRetry: () => void;
}

/** Shows that a slot's part failed; the first failed slot of a release says it for all of them, and retries all. */
export function SlotFailed({ release, title, onRetry }: SlotFailedProps) {
  const { failedParts } = useComposition();
  const parts = useSyncExternalStore(
    failedParts.subscribe,
    () => failedParts.of(release),
    () => failedParts.of(release),
  );
  const [part] = useState<FailedPart>(() => ({ release, title, retry: onRetry }));
  useEffect(() => failedParts.add(part), [failedParts, part]);

  if (parts.length > 0 && parts[0] !== part) return null;
  const titles = parts.flatMap((failed) => failed.title ?? []);
  const retryAll = () => {
    for (const failed of parts) failed.retry();
  };
  return <SlotFailure what={release.title} parts={titles} onRetry={retryAll} />;
}
