import { createServer, type RequestListener, type Server } from 'node:http';
import type { Role } from '@cytocomm/contract';
import { type CaughtMail, type LocalMailbox, startMailbox } from '@cytocomm/mailbox';
import { type Connection, createConnection } from 'mongoose';
import { createMagicLinks, linkModel, storeLink } from '../identity/auth/magic-link.ts';
import { userModel } from '../identity/users/model.ts';
import { newUserRecord } from '../identity/users/record.ts';
import { type Api, type ApiOptions, createApi } from '../main/app.ts';
import { readConfig } from '../platform/settings/config.ts';
import { openBrowser, type TestBrowser } from './browser.ts';
import { until } from './clock.ts';
import { startPortalDatabase, type TestDatabase } from './database.ts';

/** The value of a metric of a process, by its name and labels as they stand in the list; undefined when it is not there. */
export async function metricOf(operatorUrl: string, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${operatorUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

/** The API on a port, as a process would run it. */
export interface RunningApi {
  readonly url: string;
  readonly operatorUrl: string;
  readonly api: Api;
  stop(): Promise<void>;
}

/** A whole server side for a test file: database, mailbox, API. */
export interface TestPortal extends RunningApi {
  readonly database: TestDatabase;
  readonly mailbox: LocalMailbox;
  /** Straight to the records, past the API. */
  readonly connection: Connection;
  /** A second API on the same database, as behind one proxy: its public address is the first one's. */
  another(settings?: Readonly<Record<string, string>>, options?: ApiOptions): Promise<RunningApi>;
  browser(at?: string): TestBrowser;
  /** Puts a person into the records. */
  person(email: string, ...roles: Role[]): Promise<void>;
  /** The token of a link for this person, put into the records as the outbox would, without the mail. */
  linkFor(email: string, browser?: TestBrowser): Promise<string>;
  /** A browser where this person is signed in. Their link is put into the records, as the outbox would, without the mail. */
  signedIn(email: string, at?: string): Promise<TestBrowser>;
  /** Like `signedIn`, for a person who is put into the records first. */
  signedInAs(email: string, ...roles: Role[]): Promise<TestBrowser>;
  mailsTo(email: string): Promise<readonly CaughtMail[]>;
  /** Asks for a link and reads it from the mail; `browser` is the one that asked, where the code works. */
  askForLink(
    email: string,
    options?: { readonly returnTo?: string; readonly browser?: TestBrowser },
  ): Promise<{ token: string; code: string; mail: CaughtMail; browser: TestBrowser }>;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  return `http://localhost:${address.port}`;
}

function settingsOf(url: string, settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: url,
    TRUST_PROXY: 'loopback',
    CAPTCHA_COST: '100',
    ...settings,
  };
}

/** The date of this process, which tests move (`moveDate`); the server's would put it right again. */
const OWN_CLOCK = {
  now: () => new Date(),
  ageOf: (time: Date) => Date.now() - time.getTime(),
  follow: () => undefined,
};

async function startApi(settings: Readonly<Record<string, string>>, options: ApiOptions = {}): Promise<RunningApi> {
  // The address must be known before the API is made, because links are built from it.
  let answer: RequestListener = (_req, res) => res.destroy();
  let answerOperators: RequestListener = (_req, res) => res.destroy();
  const server = createServer((req, res) => answer(req, res));
  const operators = createServer((req, res) => answerOperators(req, res));
  const url = await listen(server);
  const operatorUrl = await listen(operators);
  const api = await createApi(readConfig(settingsOf(url, settings)), { clock: OWN_CLOCK, ...options });
  answer = api.app;
  answerOperators = api.operatorApp;
  await api.ready;
  return {
    url,
    operatorUrl,
    api,
    stop: async () => {
      for (const each of [server, operators]) {
        each.close();
        each.closeAllConnections();
      }
      await api.close();
    },
  };
}

/**
 * Starts everything a service test needs. `settings` are environment variables of the API, `driverOptions` go into its connection
 * string. A file that starts several portals gives each a sibling of one database, which saves starting a server each time;
 * one that changes collections or indexes gives a database of its own.
 */
export async function startTestPortal(
  settings: Readonly<Record<string, string>> = {},
  driverOptions = '',
  given?: TestDatabase,
): Promise<TestPortal> {
  const [database, mailbox] = await Promise.all([
    given ?? startPortalDatabase(),
    startMailbox({ smtpPort: 0, httpPort: 0 }),
  ]);
  const address = new URL(database.uri);
  for (const [name, value] of new URLSearchParams(driverOptions)) address.searchParams.set(name, value);
  const places = { MONGODB_URI: address.href, SMTP_URL: mailbox.smtpUrl, ...settings };
  const main = await startApi(places);
  const connection = await createConnection(database.uri).asPromise();
  const users = userModel(connection);
  const others: RunningApi[] = [];
  const browser = (at = main.url) => openBrowser(at, main.url);

  const mailsTo = async (email: string) =>
    mailbox.all().filter(({ to }) => to.some(({ address }) => address === email));

  const askForLink: TestPortal['askForLink'] = async (email, { returnTo, browser: asker = browser() } = {}) => {
    const links = async () => (await mailsTo(email)).filter(({ text }) => text.includes('#token='));
    const before = (await links()).length;
    const answer = await asker.post('/api/auth/magic-link', { email, ...(returnTo === undefined ? {} : { returnTo }) });
    if (answer.status !== 202) throw new Error(`no link for ${email}: ${answer.status} ${answer.text}`);
    const mail = await until(`a mail to ${email}`, async () => (await links())[before]);
    const [, token = ''] = /#token=([\w.-]+)/.exec(mail.text) ?? [];
    const [, code = ''] = /^(\d{6})$/m.exec(mail.text) ?? [];
    return { token, code, mail, browser: asker };
  };

  const links = createMagicLinks(readConfig(settingsOf(main.url, places)));
  const linkFor: TestPortal['linkFor'] = async (email, person = browser()) => {
    const user = await users.findOne({ email }).lean();
    const { token, tokenHash, codeHash } = await links.mint(email);
    const times = { askedAt: new Date(), expiresAt: new Date(Date.now() + 60_000) };
    await storeLink(linkModel(connection), {
      email,
      client: person.address,
      browser: person.address,
      userId: String(user?._id),
      tokenHash,
      codeHash,
      returnTo: '/dashboard',
      ...times,
    });
    return token;
  };

  const signedIn: TestPortal['signedIn'] = async (email, at) => {
    const person = browser(at);
    const token = await linkFor(email, person);
    const done = await person.post('/api/auth/complete', { email, token });
    if (done.status !== 200) throw new Error(`${email} cannot sign in: ${done.status} ${done.text}`);
    return person;
  };

  const person: TestPortal['person'] = async (email, ...roles) => {
    await users.create(newUserRecord({ email, name: email.slice(0, email.indexOf('@')), roles }));
  };

  return {
    ...main,
    database,
    mailbox,
    connection,
    browser,
    person,
    linkFor,
    signedIn,
    mailsTo,
    askForLink,
    signedInAs: async (email, ...roles) => {
      await person(email, ...roles);
      return signedIn(email);
    },
    another: async (more = {}, options = {}) => {
      const other = await startApi({ ...places, PUBLIC_URL: main.url, ...more }, options);
      others.push(other);
      return other;
    },
    stop: async () => {
      await connection.close();
      for (const each of [...others, main]) await each.stop();
      await mailbox.stop();
      await database.stop();
    },
  };
}

/** Returns what is created before all tests of a file; it has its fields when they run. */
export function beforeTests<Value extends object>(create: () => Promise<Value>): Value {
  const value: Value = Object.create(null);
  beforeAll(async () => void Object.assign(value, await create()));
  return value;
}

/** Returns a portal for all tests of a file, as `startTestPortal` starts one; it is stopped after them. */
export function testPortal(...args: Parameters<typeof startTestPortal>): TestPortal {
  const portal = beforeTests(() => startTestPortal(...args));
  afterAll(() => portal.stop());
  return portal;
}
