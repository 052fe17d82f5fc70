import { useCallback, useState } from 'react';
import type { ShownPlace } from './shown-place.ts';

/** Returns the name that a section gives to what is open below its tool, and what takes it. A name is of one address alone. */
export function useNamedPart(shown: ShownPlace | undefined) {
  const at = shown ? `${shown.path}/${shown.rest}` : '';
  const [opened, setOpened] = useState<{ readonly at: string; readonly name: string } | null>(null);
  const nameOpened = useCallback(
    (name: string | null) =>
      setOpened((before) => {
        if (name !== null && name.trim() !== '') return { at, name };
        return before?.at === at ? null : before;
      }),
    [at],
  );
  const name = opened?.at === at && shown?.rest !== '' ? opened.name : undefined;
  return { name, nameOpened };
}
