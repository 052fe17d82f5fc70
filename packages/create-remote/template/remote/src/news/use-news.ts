import type { PageData } from '@cytocomm/contract';
import { useEffect, useState } from 'react';
import { fetchNews, readNews } from './news.ts';

/** Returns what the page came with, or asks for it. `news` is null while nothing has come. */
export function useNews(initialData: PageData | undefined) {
  const [news, setNews] = useState(() => readNews(initialData?.list));
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isMissing = news === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    if (!isMissing) return;
    const stop = new AbortController();
    fetchNews(stop.signal).then(setNews, (cause: unknown) => {
      if (!stop.signal.aborted) setFailure(cause instanceof Error ? cause.message : String(cause));
    });
    return () => stop.abort();
  }, [isMissing, attempt]);

  const retry = () => {
    setFailure(null);
    setAttempt((count) => count + 1);
  };
  return { news, failure, retry };
}
