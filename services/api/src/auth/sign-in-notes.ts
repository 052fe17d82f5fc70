import type { AuditNote } from '../audit/service.ts';
import type { Core } from '../core.ts';
import type { Users } from '../users/service.ts';

/** Where a call comes from, for the audit trail. */
export type Origin = Required<Pick<AuditNote, 'from' | 'userAgent'>>;

/** Something that happened to an address that somebody typed; whether anybody has it is not known yet. */
export interface SignInNote extends Origin {
  readonly action: 'sign-in.refused' | 'sign-in.failed' | 'sign-in.codes-locked';
  readonly email: string;
  readonly reason: string;
}

/** Keeps a note about an address: in the audit trail when it is a person's, with those about strangers otherwise. */
export type NoteSignIn = (note: SignInNote) => Promise<void>;

/** The notes about addresses that somebody typed. One lookup and one row each time, whosever the address is. */
export function createSignInNotes(core: Core, users: Users): NoteSignIn {
  return async ({ email, reason, ...note }) => {
    const approved = (await users.model.exists({ email })) !== null;
    await (approved ? core.audit : core.strangers).record({ ...note, actor: null, subject: email, detail: { reason } });
  };
}
