import { ApiError } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import type { UserRecord, Users } from '../users/service.ts';
import type { CodeTries } from './code-tries.ts';
import { type LinkRecord, linkModel, type MagicLinks } from './magic-link.ts';
import type { Origin, SignInNotes } from './sign-in-notes.ts';

/** The token of a mailed link. */
interface TokenProof {
  readonly kind: 'token';
  readonly email: string;
  readonly token: string;
  /** The address in the signed token; undefined for a token that is expired or not ours. */
  readonly tokenEmail: string | undefined;
}

/** The code of a mail, typed in the browser that asked for the mail. */
interface CodeProof {
  readonly kind: 'code';
  readonly email: string;
  readonly code: string;
  /** The hash of the browser; undefined when it has not asked for a link. */
  readonly browser: string | undefined;
}

/** Proves that somebody reads the mails of an address. */
type Proof = TokenProof | CodeProof;

/** A sign-in whose link was just spent. */
interface SignIn {
  readonly user: UserRecord;
  /** The page the user wanted to see. */
  readonly returnTo: string;
}

/** Completes sign-ins. */
export interface Completion {
  /**
   * Spends the link of a proof; of many calls at once one succeeds. Throws 401 `invalid-link` for all others, after the
   * same work for an unknown address as for a user's.
   */
  complete(proof: Proof, origin: Origin): Promise<SignIn>;
  /** Whether a token can still sign in. Spends and records nothing. */
  works(token: string, tokenEmail: string | undefined): Promise<boolean>;
}

/** The browser of a call without a cookie. */
const NO_BROWSER = 'none';
/** Compared with a code when there is no link: never right, at the same cost. */
const NO_CODE = 'A'.repeat(43);

interface CompletionServices {
  readonly core: Core;
  readonly users: Users;
  readonly magicLinks: MagicLinks;
  readonly tries: CodeTries;
  readonly notes: SignInNotes;
}

/** Creates the completion of sign-ins. */
export function createCompletion({ core, users, magicLinks, tries, notes }: CompletionServices): Completion {
  const links = linkModel(core.database.connection);

  function refusal(email: string, reason: string, { from, userAgent }: Origin): ApiError {
    notes.add({ action: 'sign-in.failed', email, reason, from, userAgent });
    return new ApiError(401, 'invalid-link', 'Invalid or expired sign-in link.');
  }

  /** Returns why a token did not work, for the admins' timeline only. */
  async function tokenReason({ email, tokenEmail }: TokenProof): Promise<string> {
    if (tokenEmail === undefined) return 'the link is expired, altered or not one of ours';
    if (tokenEmail !== email) return 'the link was made for another address';
    return (await links.exists({ email })) === null
      ? 'the link was used already or its time is over'
      : 'a newer link was sent, or its time is over';
  }

  function codeReason(link: LinkRecord | null, isRight: boolean, attempt: string): string {
    if (link === null) return 'no code waits for this browser: it asked for none, or the time is over';
    return isRight ? 'the code was used already' : `wrong code, try ${attempt}`;
  }

  async function signIn(link: LinkRecord, origin: Origin): Promise<SignIn> {
    // All other mails to the user are obsolete.
    await links.deleteMany({ email: link.email });
    const user = await users.byEmail(link.email);
    if (user === undefined || String(user._id) !== link.userId)
      throw refusal(link.email, 'the person was deleted', origin);
    return { user, returnTo: link.returnTo };
  }

  const unexpired = async () => ({ expiresAt: { $gt: await core.database.askNow() } });
  const unspent = async (email: string, token: string) => ({
    email,
    tokenHash: magicLinks.hashOfToken(token),
    ...(await unexpired()),
  });

  async function byToken(proof: TokenProof, origin: Origin): Promise<SignIn> {
    const { email, token, tokenEmail } = proof;
    const filter = await unspent(email, token);
    const link = tokenEmail === email ? await links.findOneAndDelete(filter).lean() : null;
    if (link === null) throw refusal(email, await tokenReason(proof), origin);
    return signIn(link, origin);
  }

  async function byCode({ email, code, browser = NO_BROWSER }: CodeProof, origin: Origin): Promise<SignIn> {
    const link = await links.findOne({ email, browser, ...(await unexpired()) }).lean();
    const attempt = await tries.count(email, link?.tokenHash ?? `${email} ${browser}`);
    const isRight = magicLinks.isCode(email, code, link?.codeHash ?? NO_CODE);
    const mayPass = isRight && attempt.refusal === undefined && link !== null;
    const spent = mayPass ? await links.findOneAndDelete({ _id: link._id, tokenHash: link.tokenHash }).lean() : null;
    if (spent !== null) {
      await attempt.giveBack();
      return signIn(spent, origin);
    }
    const error = refusal(email, attempt.refusal ?? codeReason(link, isRight, attempt.number), origin);
    await attempt.fail(origin);
    throw error;
  }

  return {
    complete: (proof, origin) => (proof.kind === 'token' ? byToken(proof, origin) : byCode(proof, origin)),
    works: async (token, tokenEmail) =>
      tokenEmail !== undefined && (await links.exists(await unspent(tokenEmail, token))) !== null,
  };
}
