import { type ApiProblem, isApiProblem } from '@cytocomm/http';
import { toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';
import classes from './users.module.css';

/** True when somebody is signed in; else the specification's toast, and the action stops. */
export function signedInOrTold(): boolean {
  if (useSession.getState().status === 'signed-in') return true;
  toast.error('No authenticated user');
  return false;
}

/** Shows that an action failed: the specification's words, and under them the reason. */
export function tellFailure(words: string, error: unknown): void {
  if (isApiProblem(error) && error.status === 401) {
    toast.error('No authenticated user');
    return;
  }
  toast.error(
    <>
      <span className={classes.toastWords}>{words}</span>
      <span className={classes.toastReason}>{reasonOf(error)}</span>
    </>,
  );
}

/** Returns what is wrong with the e-mail of a refused request; null when it is not to blame. */
export function emailProblem(error: unknown): string | null {
  const isToBlame = isApiProblem(error) && error.errors.some(({ path }) => path === 'body.email');
  return isToBlame ? 'Enter a valid e-mail address, such as name@example.com.' : null;
}

/** Returns why an action failed, in a sentence. */
export function reasonOf(error: unknown): string {
  const code: ApiProblem['code'] | null = isApiProblem(error) ? error.code : null;
  if (code === 'last-admin') return 'This is the last admin. Give somebody else the role first.';
  if (code === 'already-exists') return 'There is a user with this e-mail already.';
  return emailProblem(error) ?? problemMessage(error);
}
