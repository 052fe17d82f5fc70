import { sessionCookie } from '@cytocomm/composition';
import { createLocalCookie } from '../delivery/local-remotes/router.ts';
import type { TeamTokens } from '../delivery/releases/team-tokens.ts';
import { createCodeTries } from '../identity/auth/code-tries.ts';
import { createCompletion } from '../identity/auth/completion.ts';
import { createBrowserMarks, sessionLoader } from '../identity/auth/cookie.ts';
import { createFinishSignIn } from '../identity/auth/finish-sign-in.ts';
import { createIdentity, createIdTokens } from '../identity/auth/identity.ts';
import { createMagicLinks, createTokenReader } from '../identity/auth/magic-link.ts';
import { authRoutes } from '../identity/auth/router.ts';
import { createAuth } from '../identity/auth/service.ts';
import { createBrowserSessions } from '../identity/auth/session.ts';
import { registerSignInMail, type ShowLink } from '../identity/auth/sign-in-mail.ts';
import { createSignInNotes, type SignInNotes } from '../identity/auth/sign-in-notes.ts';
import { companyAccountRoutes } from '../identity/company-account/router.ts';
import { createChallenges, createConfirmationCodes } from '../identity/passkeys/challenges.ts';
import { registerFactorMail } from '../identity/passkeys/factor-mail.ts';
import { createPendingSecondFactors } from '../identity/passkeys/pending-second-factor.ts';
import { passkeyRoutes } from '../identity/passkeys/router.ts';
import { createSecondFactor } from '../identity/passkeys/second-factor.ts';
import { createPasskeyReset, createPasskeys } from '../identity/passkeys/service.ts';
import type { Users } from '../identity/users/service.ts';
import type { Core } from '../platform/core.ts';
import type { Identity } from '../platform/http/credentials.ts';
import type { RouteTable } from '../platform/http/route.ts';

/** Identity and sign-in of the service. */
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
  const sessions = createBrowserSessions(config, auth, session.loadSession, createLocalCookie(config.publicUrl).clear);
  const finish = createFinishSignIn(core, users, sessions);
  const pendingSecondFactors = createPendingSecondFactors(core, users);
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
        pendingSecondFactors,
        finish,
      }),
      companyAccountRoutes(core, { users, browsers, pendingSecondFactors, finish, notes }),
      passkeyRoutes(core, {
        users,
        passkeys,
        pendingSecondFactors,
        checkSecondFactor: createSecondFactor(core, users, passkeys, tellFactorChange),
        codes: createConfirmationCodes(core, users, challenges),
        finish,
        reset: createPasskeyReset(users, tellFactorChange),
      }),
    ],
  };
}
