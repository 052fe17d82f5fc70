import { QueryFailure } from '@cytocomm/portal-api';
import type { ReactNode } from 'react';

/** The part of a query that is shown. */
export interface ShownQuery<Data = unknown> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface FailedProps {
  readonly title: string;
  readonly query: ShownQuery;
}

/** The place of what could not be read, with Retry. */
export function Failed({ title, query: { error, isFetching, refetch } }: FailedProps) {
  return <QueryFailure title={title} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
}

interface LoadedProps<Data> {
  readonly query: ShownQuery<Data>;
  /** Shown until it is here. */
  readonly pending: ReactNode;
  /** The title of its failure. */
  readonly failed: string;
  readonly children: (data: Data) => ReactNode;
}

/** What a query has read; before that its skeleton, or its failure with Retry. */
export function Loaded<Data>({ query, pending, failed, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.error === undefined ? pending : <Failed title={failed} query={query} />;
}
