import { pageFor, SECURITY_PAGE, type SignedIn } from '@cytocomm/contract';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { letter, originText } from '../../platform/mail/letter.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { Config } from '../../platform/settings/config.ts';
import { deriveKeys, isSignedBy, signatureOf } from '../../platform/settings/keys.ts';
import { NEVER } from '../users/record.ts';
import type { UserRecord, Users } from '../users/service.ts';
import type { BrowserSessions } from './session.ts';
import type { Origin } from './sign-in-notes.ts';

/**
 * The browsers where a person has signed in before: a signed cookie for each, which opens nothing. It outlives sessions and
 * logouts, and says of several people that they signed in there.
 */
interface KnownBrowsers {
  /** Whether this person has signed in before in the browser of a call. */
  knows(req: Request, user: UserRecord): boolean;
  /** Lets the browser be known for this person. */
  learn(req: Request, res: Response, user: UserRecord): void;
}

const MAX_AGE_MS = 400 * 24 * 3600 * 1000;
/** How many people one browser is known for; who signed in longest ago is told of the next sign-in again. */
const MAX_PEOPLE = 5;

/** Creates the known browsers of a portal. */
function createKnownBrowsers(config: Pick<Config, 'publicUrl' | 'tokenSecrets'>): KnownBrowsers {
  const keys = deriveKeys(config.tokenSecrets, 'known-browser');
  const secure = config.publicUrl.startsWith('https:');
  const name = secure ? '__Host-known' : 'known';
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  const pattern = new RegExp(`(?:^|;)\\s*${name}=((?:[\\w-]{43}\\.?){1,${MAX_PEOPLE}})\\s*(?:;|$)`);
  const marksOf = (req: Request) => (pattern.exec(req.headers.cookie ?? '')?.[1] ?? '').split('.').filter(Boolean);
  const isMarkOf = (mark: string, { _id }: UserRecord) => isSignedBy(keys, String(_id), mark);
  return {
    knows: (req, user) => marksOf(req).some((mark) => isMarkOf(mark, user)),
    learn: (req, res, user) => {
      const others = marksOf(req).filter((mark) => !isMarkOf(mark, user));
      const marks = [signatureOf(keys[0], String(user._id)), ...others].slice(0, MAX_PEOPLE);
      res.cookie(name, marks.join('.'), { ...options, maxAge: MAX_AGE_MS });
    },
  };
}

const dataSchema = z.strictObject({ from: z.string(), userAgent: z.string() });

/** Registers the mail about a sign-in in a browser where the person has not signed in before. */
function registerNewBrowserMail(core: Core, users: Users): Enqueue<z.infer<typeof dataSchema>> {
  return core.outbox.register({
    name: 'new-browser',
    data: dataSchema,
    expiresAfterMinutes: 24 * 60,
    compose: async ({ to: email, data, createdAt }) => {
      const user = await users.byEmail(email);
      if (user === undefined) return undefined;
      const { companyAccount } = core.config;
      const other = companyAccount === undefined ? '' : `, or use ${companyAccount.name}`;
      return letter({
        subject: 'You signed in to Cytocomm in a new browser',
        preview: 'If it was not you, act now.',
        heading: `Hello ${user.name}`,
        paragraphs: [
          `Somebody signed in as you ${originText(createdAt, data)}, in a browser where you had not signed in before.`,
          `If it was you, there is nothing you need to do. If not, open your security page. If there is a passkey that is not yours, tell the administrator at once and do not log out before. Otherwise log out everywhere and tell the administrator: somebody else can read your mails${other}.`,
        ],
        action: { label: 'Open my security page', url: core.config.publicUrl + pageFor(SECURITY_PAGE, email) },
      });
    },
  });
}

/**
 * Opens the session of a person who has proved all that is asked of them. Returns what the page is told. The session is fresh
 * unless `provedAt` says that they did so before now.
 */
export type FinishSignIn = (
  call: { readonly req: Request; readonly res: Response },
  user: UserRecord,
  returnTo: string,
  origin: Origin,
  provedAt?: Date,
) => Promise<SignedIn>;

/** Creates the end of sign-ins. A sign-in in a new browser is mailed to the person, except their first one. */
export function createFinishSignIn(core: Core, users: Users, sessions: BrowserSessions): FinishSignIn {
  const knownBrowsers = createKnownBrowsers(core.config);
  const queueMail = registerNewBrowserMail(core, users);
  return async ({ req, res }, user, returnTo, origin, provedAt = core.database.now()) => {
    const { newBrowserMail } = core.config;
    const isNews = newBrowserMail && !knownBrowsers.knows(req, user) && (user.lastSignInAt ?? NEVER) > NEVER;
    await sessions.open(req, res, user, origin, provedAt, async () => isNews && queueMail(user.email, origin));
    if (newBrowserMail) knownBrowsers.learn(req, res, user);
    const roles = [...(await users.rolesInForce(user))];
    const role = roles.find((each) => each === user.defaultRole);
    return {
      name: user.name,
      roles,
      returnTo,
      ...(role === undefined ? {} : { role }),
      ...(users.lacksPasskey(user, roles) ? { passkeyNeeded: true } : {}),
    };
  };
}
