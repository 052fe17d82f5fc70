import { sessionCookie } from '@cytocomm/composition';
import { createBrowserMarks } from './auth/browser-mark.ts';
import { createCodeTries } from './auth/code-tries.ts';
import { createCompletion } from './auth/completion.ts';
import { sessionLoader } from './auth/cookie.ts';
import { createFinishSignIn } from './auth/finish-sign-in.ts';
import { createIdTokens } from './auth/id-token.ts';
import { createIdentity } from './auth/identity.ts';
import { createMagicLinks } from './auth/magic-link.ts';
import { authRoutes } from './auth/router.ts';
import { createAuth } from './auth/service.ts';
import { createBrowserSessions } from './auth/session.ts';
import { registerSignInMail, type ShowLink } from './auth/sign-in-mail.ts';
import { createSignInNotes, type SignInNotes } from './auth/sign-in-notes.ts';
import { createTokenReader } from './auth/strategy.ts';
import { companyAccountRoutes } from './company-account/router.ts';
import type { Core } from './core.ts';
import type { Identity } from './http/credentials.ts';
import type { RouteTable } from './http/route.ts';
import { createChallenges } from './passkeys/challenges.ts';
import { createConfirmationCodes } from './passkeys/confirmation-code.ts';
import { registerFactorMail } from './passkeys/factor-mail.ts';
import { createHalfSignIns } from './passkeys/half-sign-in.ts';
import { createPasskeyReset } from './passkeys/reset.ts';
import { passkeyRoutes } from './passkeys/router.ts';
import { createSecondFactor } from './passkeys/second-factor.ts';
import { createPasskeys } from './passkeys/service.ts';
import type { TeamTokens } from './releases/team-tokens.ts';
import type { Users } from './users/service.ts';

/** Who makes a call, and how they sign in. */
export interface SignIn {
  readonly identity: Identity;
  readonly notes: SignInNotes;
  /** The name of the session's cookie. */
  readonly cookie: string;
  readonly tables: readonly RouteTable[];
}

/** Creates the sign-in of users; `showLink` is called with each link. */
export function createSignIn(core: Core, users: Users, teamTokens: TeamTokens, showLink: ShowLink | undefined): SignIn {
  const { config, database } = core;
  const magicLinks = createMagicLinks(config);
  const tokens = createIdTokens(config, database);
  const notes = createSignInNotes(core, users);
  const auth = createAuth(core, users);
  const tries = createCodeTries(core, users, notes);
  const session = { cookieName: sessionCookie(config.publicUrl), loadSession: sessionLoader(config, database) };
  const sessions = createBrowserSessions(config, auth, session.loadSession);
  const finish = createFinishSignIn(core, users, sessions);
  const halfSignIns = createHalfSignIns(core, users);
  const challenges = createChallenges(database);
  const tellFactorChange = registerFactorMail(core, users);
  const browsers = createBrowserMarks(config.publicUrl);
  const passkeys = createPasskeys(core, users, challenges, auth, tellFactorChange);
  return {
    identity: createIdentity({ users, tokens, teamTokens, ...session }),
    notes,
    cookie: session.cookieName,
    tables: [
      authRoutes(core, {
        auth,
        sessions,
        completion: createCompletion({ core, users, magicLinks, tries, notes }),
        browsers,
        tokens,
        readToken: createTokenReader(magicLinks),
        queueLink: registerSignInMail(core, users, magicLinks, showLink),
        notes,
        users,
        halfSignIns,
        finish,
      }),
      companyAccountRoutes(core, { users, browsers, halfSignIns, finish, notes }),
      passkeyRoutes(core, {
        users,
        passkeys,
        halfSignIns,
        checkSecondFactor: createSecondFactor(core, users, passkeys, tellFactorChange),
        codes: createConfirmationCodes(core, users, challenges),
        finish,
        reset: createPasskeyReset(core, users, tellFactorChange),
      }),
    ],
  };
}
