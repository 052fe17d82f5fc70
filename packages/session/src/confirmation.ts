import { useSession } from './store.ts';

const { setState } = useSession;

/** The question that is open, and who is asked. */
interface Question {
  readonly email: string;
  readonly answer: Promise<boolean>;
  readonly settle: (confirmed: boolean) => void;
}

let waiting: Question | null = null;

function settle(confirmed: boolean): void {
  waiting?.settle(confirmed);
  waiting = null;
}

const closed = ({ signIn }: ReturnType<typeof useSession.getState>) => ({
  signIn: { ...signIn, open: false },
  confirming: false,
});

/**
 * Asks the person, in a dialog over the page, to confirm that it is them. Resolves to true when they did; to false when they
 * closed the dialog or are not signed in any more. Callers at the same time share the dialog.
 */
export function askConfirmation(): Promise<boolean> {
  if (waiting !== null) return waiting.answer;
  const { email } = useSession.getState();
  if (email === null) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  waiting = { email, answer: promise, settle: resolve };
  setState(({ signIn }) => ({ signIn: { ...signIn, open: true }, confirming: true }));
  return promise;
}

/** Takes over that the person has confirmed that it is them: what waited for it goes on. */
export function acceptConfirmation(): void {
  settle(true);
  setState(closed);
}

// The dialog was closed or replaced by the sign-in, or another person is signed in: not confirmed.
useSession.subscribe((state) => {
  if (waiting === null || (state.confirming && state.email === waiting.email)) return;
  settle(false);
  if (state.confirming) setState(closed(state));
});
