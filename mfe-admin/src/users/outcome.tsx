import { type ApiProblem, isApiProblem } from '@cytocomm/http';
import { toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';
import classes from './users.module.css';

/** Returns whether a person is signed in; else says so in a toast. */
export function requireSignIn(): boolean {
  if (useSession.getState().status === 'signed-in') return true;
  toast.error('No authenticated user');
  return false;
}

/** Shows a toast with the reason why an action failed. */
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

/** Returns the error of the e-mail in a refused request; null when another field is wrong. */
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
