import { Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { QueryFailure } from '@cytocomm/portal-api';
import type { ReactNode } from 'react';
import classes from './events.module.css';

/** What is known of a question to the API. */
interface Question<Answer> {
  readonly data?: Answer | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Properties of {@link Wait}. */
export interface WaitProps<Answer> {
  readonly question: Question<Answer>;
  /** `Loading the calendar`. */
  readonly loading: string;
  /** `The calendar could not be loaded.` */
  readonly failure: string;
  /** In pixels, so that nothing moves when the answer comes. */
  readonly height: number;
  /** The same on a phone, where it differs. */
  readonly phoneHeight?: number;
  readonly children: (answer: Answer) => ReactNode;
}

/** Shows an answer once it is there, until then a place for it, and Retry when it does not come. */
export function Wait<Answer>({
  question,
  loading,
  failure,
  height,
  phoneHeight = height,
  children,
}: WaitProps<Answer>) {
  const { data, error, isFetching, refetch } = question;
  if (data !== undefined) return children(data);
  if (error !== undefined)
    return <QueryFailure title={failure} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <SkeletonGroup label={loading} className={classes.wait}>
      <div style={{ height }} className={classes.onDesk}>
        <Skeleton shape="block" className={classes.fill} />
      </div>
      <div style={{ height: phoneHeight }} className={classes.onPhone}>
        <Skeleton shape="block" className={classes.fill} />
      </div>
    </SkeletonGroup>
  );
}
