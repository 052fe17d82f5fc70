import { isApiProblem } from '@cytocomm/http';
import { ErrorState } from '@cytocomm/kit';
import { problemSentence } from './problem.ts';

/** Properties of {@link QueryFailure}. */
export interface QueryFailureProps {
  /** What could not be loaded: `Annual reports could not be loaded.` */
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

/** The place of a list that could not be loaded: what happened, why, the reference to quote, and Retry. */
export function QueryFailure({ title, error, onRetry, retrying }: QueryFailureProps) {
  const requestId = isApiProblem(error) ? error.requestId : null;
  return (
    <ErrorState title={title} onRetry={onRetry} retrying={retrying} {...(requestId !== null && { requestId })}>
      {problemSentence(error)}
    </ErrorState>
  );
}
