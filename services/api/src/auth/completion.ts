import type { signInCompletionSchema } from '@cytocomm/contract';
import type { z } from 'zod';
import type { Core } from '../core.ts';
import { ApiError } from '../http/problem.ts';
import type { UserRecord, Users } from '../users/service.ts';
import type { CodeTries } from './code-tries.ts';
import { type LinkRecord, linkModel } from './link-model.ts';
import type { MagicLinks } from './magic-link.ts';
import type { Origin, SignInNotes } from './sign-in-notes.ts';

/** What a completion comes with besides its body. */
export interface Asker extends Origin {
  /** The address that the token was made for, false when it is none of ours or there is none. */
  readonly tokenEmail: string | false;
  /** The hash of the browser, when it asked for a link. */
  readonly browser: string | undefined;
}

/** Whose link was spent, and where the person wanted to go. */
export interface Completed {
  readonly record: UserRecord;
  readonly returnTo: string;
}

/**
 * Spends a link, by its token or by its mail's code; of many at once exactly one gets the record. Throws 401 `invalid-link` for
 * everything else, after the same work for an address that nobody has as for a person's.
 */
type Complete = (asked: z.output<typeof signInCompletionSchema>, asker: Asker) => Promise<Completed>;

/** Completions of sign-ins. */
export interface Completion {
  readonly complete: Complete;
  /** Whether a token made for `tokenEmail` may still sign in; nothing is spent or noted. */
  works(token: string, tokenEmail: string | false): Promise<boolean>;
}

/** What stands for the browser of a call without a cookie: no link was asked for there. */
const NO_BROWSER = 'none';
/** What a code is held against where no link waits: it is never right, and looking costs the same. */
const NO_CODE = 'A'.repeat(43);

interface CompletionParts {
  readonly core: Core;
  readonly users: Users;
  readonly links: MagicLinks;
  readonly tries: CodeTries;
  readonly notes: SignInNotes;
}

/** Completions of sign-ins on a database. */
export function createCompletion({ core, users, links, tries, notes }: CompletionParts): Completion {
  const rows = linkModel(core.database.connection);

  function refusal(email: string, reason: string, { from, userAgent }: Origin): ApiError {
    notes.add({ action: 'sign-in.failed', email, reason, from, userAgent });
    return new ApiError(401, 'invalid-link', 'Invalid or expired sign-in link.');
  }

  /** Why a token did not work, for the admins' timeline only. */
  async function reasonOf(email: string, tokenEmail: string | false): Promise<string> {
    if (tokenEmail === false) return 'the link is expired, altered or not one of ours';
    if (tokenEmail !== email) return 'the link was made for another address';
    return (await rows.exists({ email })) === null
      ? 'the link was used already or its time is over'
      : 'a newer link was sent, or its time is over';
  }

  async function signIn(link: LinkRecord, asker: Asker): Promise<Completed> {
    // Whatever else was mailed to the person has served its purpose.
    await rows.deleteMany({ email: link.email });
    const record = await users.byEmail(link.email);
    if (record === undefined || String(record._id) !== link.userId)
      throw refusal(link.email, 'the person was deleted', asker);
    return { record, returnTo: link.returnTo };
  }

  /** The link of a token, while it lives and is unspent. */
  const filterOf = (email: string, token: string) => ({
    email,
    tokenHash: links.hashOfToken(token),
    expiresAt: { $gt: core.database.now() },
  });

  async function byToken(email: string, token: string, asker: Asker): Promise<Completed> {
    const { tokenEmail } = asker;
    const filter = filterOf(email, token);
    const link = tokenEmail === email ? await rows.findOneAndDelete(filter).lean() : null;
    if (link === null) throw refusal(email, await reasonOf(email, tokenEmail), asker);
    return signIn(link, asker);
  }

  async function byCode(email: string, code: string, asker: Asker): Promise<Completed> {
    const browser = asker.browser ?? NO_BROWSER;
    const link = await rows.findOne({ email, browser, expiresAt: { $gt: core.database.now() } }).lean();
    const counted = await tries.count(email, link?.tokenHash ?? `${email} ${browser}`);
    const right = links.isCode(email, code, link?.codeHash ?? NO_CODE);
    const mayPass = right && counted.refusal === undefined && link !== null;
    const spent = mayPass ? await rows.findOneAndDelete({ _id: link._id, tokenHash: link.tokenHash }).lean() : null;
    if (spent !== null) {
      await counted.giveBack();
      return signIn(spent, asker);
    }
    const refused = refusal(email, counted.refusal ?? reasonOfCode(link, right, counted.place), asker);
    await counted.failed(asker);
    throw refused;
  }

  function reasonOfCode(link: LinkRecord | null, right: boolean, place: string): string {
    if (link === null) return 'no code waits for this browser: it asked for none, or the time is over';
    return right ? 'the code was used already' : `wrong code, try ${place}`;
  }

  return {
    complete: (asked, asker) =>
      'token' in asked ? byToken(asked.email, asked.token, asker) : byCode(asked.email, asked.code, asker),
    works: async (token, tokenEmail) =>
      tokenEmail !== false && (await rows.exists(filterOf(tokenEmail, token))) !== null,
  };
}
