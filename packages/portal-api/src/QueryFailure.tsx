import { isApiProblem, waitingTime } from '@cytocomm/http';
import { ErrorState } from '@cytocomm/kit';

/** Returns the sentence for people: what is wrong, field by field where the server says so, and how long to wait. */
function problemSentence(error: unknown): string {
  if (!isApiProblem(error)) return 'Something went wrong in this page. Try again.';
  const fields = error.errors
    .map(({ path, message }) => {
      // `body.title` is the title to people; there is one file and one search, which need no name.
      const field = path.replace(/^(body|query|params)\.?/, '');
      return ['', 'file', 'q'].includes(field) ? message : `${field}: ${message}`;
    })
    .join('. ');
  const wait = error.retryAfter ? ` Try again in ${waitingTime(error.retryAfter)}.` : '';
  return `${fields === '' ? error.detail : fields}${wait}`;
}

/** Returns the same with the id to quote for a fault of the portal, where nothing else shows it. */
export function problemMessage(error: unknown): string {
  const isFault = isApiProblem(error) && error.status >= 500 && error.requestId !== null;
  return `${problemSentence(error)}${isFault ? ` (Request ${error.requestId})` : ''}`;
}

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
