import { type SearchAnswer, searchedWords, searchPortal } from '@cytocomm/contract';
import { endpoint } from '@cytocomm/portal-api';
import { useEffect, useState } from 'react';

/** How long somebody pauses before the server is asked, in ms. */
const PAUSE_MS = 200;
/** As the contract has it: more is refused. */
const MAX_LENGTH = 100;

const { useQuery } = endpoint(searchPortal, {
  tags: ['User', 'Document', 'PressRelease', 'Event'],
  keepUnusedDataFor: 30,
});

/** Returns a value as it was when it last stayed the same for a while. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** How a search is doing. */
export interface Search {
  /** Undefined without words, while the answer is awaited, and after a failure. */
  readonly answer: SearchAnswer | undefined;
  readonly isAwaited: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Returns what the server finds by words, once they stay the same for a moment. */
export function useSearch(text: string): Search {
  const words = searchedWords(text.slice(0, MAX_LENGTH));
  const settled = useSettled(words);
  const skip = settled === '' || words === '';
  const { currentData, isFetching, error, refetch } = useQuery({ query: { q: settled } }, { skip });
  const isPaused = words !== settled;
  return {
    answer: skip || isPaused ? undefined : currentData,
    isAwaited: words !== '' && (isPaused || isFetching),
    error: skip || isPaused || isFetching ? undefined : error,
    retry: () => void refetch(),
  };
}
