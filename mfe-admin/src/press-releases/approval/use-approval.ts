import {
  type AdminPressRelease,
  approvePressRelease,
  askForApproval,
  declinePressRelease,
  withdrawApproval,
} from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { toast } from '@cytocomm/kit';
import { mutation, problemMessage } from '@cytocomm/portal-api';
import { useRef, useState } from 'react';
import type { SaveOutcome } from '../autosave.ts';
import type { KnownPressRelease } from '../press-release-draft.ts';

const tags = ['PressRelease', 'Notification'] as const;
const options = { tags, evenIfRefused: true };

const { useMutation: useAskForApproval } = mutation(askForApproval, options);
const { useMutation: useApprovePressRelease } = mutation(approvePressRelease, options);
const { useMutation: useDeclinePressRelease } = mutation(declinePressRelease, options);
const { useMutation: useWithdrawApproval } = mutation(withdrawApproval, options);

/** Properties of {@link useApproval}. */
export interface ApprovalOptions {
  /** Saves what is not saved yet. */
  readonly flush: () => Promise<boolean>;
  readonly known: () => KnownPressRelease | null;
  /** Meets what somebody else saved first: resolves to `saved` when it says the same. */
  readonly meetAtApproval: () => Promise<SaveOutcome>;
  /** Takes the approval that the server answered with. */
  readonly onAnswer: (release: AdminPressRelease) => void;
}

type Answer = { readonly data?: AdminPressRelease | undefined; readonly error?: unknown };
type Send = (release: KnownPressRelease) => Promise<Answer>;

/** Asks for the approval of what stands in the form, and answers: of exactly the version that is seen. */
export function useApproval({ flush, known, meetAtApproval, onAnswer }: ApprovalOptions) {
  const [ask] = useAskForApproval();
  const [approve] = useApprovePressRelease();
  const [decline] = useDeclinePressRelease();
  const [withdraw] = useWithdrawApproval();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  /** Resolves to whether it was done; else the person was told why, or is shown what somebody else saved. */
  const once = async (words: string, send: Send): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    try {
      const isSaved = await flush();
      const release = known();
      if (!isSaved || release === null) {
        toast.error(`${words} It could not be saved first.`);
        return false;
      }
      const { data, error } = await send(release);
      if (data) onAnswer(data);
      else if (isApiProblem(error) && error.status === 412) {
        const met = await meetAtApproval();
        if (met.kind === 'saved') toast.error(`${words} Somebody else saved it meanwhile: try again.`);
        else if (met.kind === 'failed') toast.error(`${words} ${met.reason}`);
      } else {
        toast.error(`${words} ${problemMessage(error)}`);
        // Somebody else may have answered, or deleted it.
        if (isApiProblem(error) && [404, 409].includes(error.status)) await meetAtApproval();
      }
      return data !== undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const of = ({ id, etag }: KnownPressRelease) => ({ params: { id }, headers: { 'if-match': etag } });
  const noted = (note: string) => (note.trim() === '' ? {} : { note: note.trim() });

  return {
    busy,
    ask: (note: string) => once('Nobody was asked.', (release) => ask({ ...of(release), body: noted(note) })),
    approve: () => once('It was not approved.', (release) => approve({ ...of(release), body: {} })),
    decline: (note: string) =>
      once('It was not declined.', (release) => decline({ ...of(release), body: { note: note.trim() } })),
    /** Takes back what the person sees; what somebody answered meanwhile stays. */
    withdraw: (state: 'asked' | 'approved') =>
      once('Nothing was taken back.', (release) => withdraw({ ...of(release), query: { state } })),
  };
}
