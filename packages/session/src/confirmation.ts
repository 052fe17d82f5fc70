import { useSession } from './store.ts';

const { setState } = useSession;

let waiting: { readonly answer: Promise<boolean>; readonly settle: (confirmed: boolean) => void } | null = null;

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
 * closed the dialog or are not signed in any more. Whoever asks at the same time waits for the same dialog.
 */
export function askConfirmation(): Promise<boolean> {
  if (waiting !== null) return waiting.answer;
  if (useSession.getState().status !== 'signed-in') return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  waiting = { answer: promise, settle: resolve };
  setState(({ signIn }) => ({ signIn: { ...signIn, open: true }, confirming: true }));
  return promise;
}

/** Takes over that the person has confirmed that it is them: what waited for it goes on. */
export function acceptConfirmation(): void {
  settle(true);
  setState(closed);
}

// Closed in whatever way, or replaced by the sign-in dialog: nobody has confirmed anything.
useSession.subscribe((state) => {
  if (waiting === null || (state.confirming && state.status === 'signed-in')) return;
  settle(false);
  if (state.confirming) setState(closed(state));
});
