import type { SectionPlace } from '@cytocomm/contract';
import { useLayoutEffect } from 'react';

/** Names what is open below the address of a tool while the component is there; null while nothing is, or its name is not known yet. */
export function useOpenedName(place: SectionPlace | undefined, name: string | null): void {
  const nameOpened = place?.nameOpened;
  useLayoutEffect(() => {
    if (name === null) return;
    nameOpened?.(name);
    return () => nameOpened?.(null);
  }, [nameOpened, name]);
}
