import { addressOf, type Call, mintIdToken, problemSchema, specOf } from '@cytocomm/contract';
import {
  askFakePortal,
  buildRemote,
  buildUser,
  createFakePortal,
  type FakeData,
  type FakePortal,
} from '@cytocomm/fake-portal';
import { DEFAULT_CLAIMS } from '../delivery/releases/default-claims.ts';
import type { TestBrowser } from './browser.ts';
import { emailOf, PEOPLE, type Person, rolesOf } from './people.ts';
import { startTestPortal, type TestPortal } from './portal.ts';

/** One request, as both portals get it. */
export interface Ask {
  readonly as: Person;
  readonly call: Call;
  /** Parts of the address; a name of what an earlier answer has made stands for its id. */
  readonly params?: Readonly<Record<string, string>>;
  /** As text, so that a query may be wrong. */
  readonly query?: string;
  /** Sent as JSON, unless it is bytes or text. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without the ID token that the call would carry. */
  readonly cookieOnly?: true;
  /** Keeps the id of the answer under this name. */
  readonly made?: string;
  /** For lists of what happened before, which is each portal's own matter: the names of the fields are compared alone. */
  readonly ownHistory?: true;
}

/** What is compared of an answer: the status, the refusal but for its request id, or the shape of the body, and what headers say. */
interface Told {
  readonly asked: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface RawAnswer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

type Send = (
  person: Person,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer | undefined,
) => Promise<RawAnswer>;

/** Headers whose words are the same everywhere, and headers that must be there. */
const SAME_HEADERS = ['x-total-count', 'x-total-count-relation', 'www-authenticate', 'retry-after'];
const SAME_PRESENCE = ['etag', 'link'];

const emptyOwn = () => ({
  alerts: { newReport: false, investorNews: false },
  calendarLink: { url: null, createdAt: null, lastReadAt: null },
});

function shapeOf(value: unknown): unknown {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
}

/** One portal, real or fake, with everybody signed in. */
class Side {
  readonly #send: Send;
  readonly #tokens = new Map<Person, string>();
  readonly #made = new Map<string, string>();
  readonly #etags = new Map<string, string>();

  constructor(send: Send) {
    this.#send = send;
  }

  forget(person: Person): void {
    this.#tokens.delete(person);
  }

  async #tokenOf(person: Person): Promise<string> {
    const existing = this.#tokens.get(person);
    if (existing !== undefined) return existing;
    const { method } = mintIdToken;
    const { text } = await this.#send(person, method, addressOf(mintIdToken), {}, undefined);
    const token = String(JSON.parse(text).idToken);
    this.#tokens.set(person, token);
    return token;
  }

  async tell(ask: Ask): Promise<Told> {
    const { as: person, call, query = '', body, made, ownHistory = false } = ask;
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = ask.params?.[name] ?? '';
      return encodeURIComponent(this.#made.get(value) ?? value);
    });
    const isPlain = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const bearer =
      ask.cookieOnly !== true &&
      person !== 'visitor' &&
      !path.startsWith('/api/auth/') &&
      ask.headers?.authorization === undefined;
    const headers: Record<string, string> = {
      ...(bearer && { authorization: `Bearer ${await this.#tokenOf(person)}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...ask.headers,
    };
    const ifMatch = headers['if-match'];
    if (ifMatch !== undefined) headers['if-match'] = this.#etags.get(ifMatch) ?? ifMatch;
    // The id of what an earlier answer has made, by its name.
    const sent = isPlain
      ? body
      : JSON.stringify(body, (_, value: unknown) =>
          typeof value === 'string' ? (this.#made.get(value) ?? value) : value,
        );
    const answer = await this.#send(person, call.method, path + query, headers, sent);
    const type = answer.header('content-type')?.split(';')[0] ?? '';
    const parsed: unknown = /json$/.test(type) && answer.text !== '' ? JSON.parse(answer.text) : undefined;
    if (made !== undefined && typeof parsed === 'object' && parsed !== null && 'id' in parsed) {
      this.#made.set(made, String(parsed.id));
      if ('etag' in parsed) this.#etags.set(made, String(parsed.etag));
    }
    return {
      asked:
        `${person}: ${call.method} ${path.replace(/[0-9a-f]{24,64}/, '{id}')}${query} ${JSON.stringify(ask.headers ?? {})} ${JSON.stringify(body) ?? ''}`.slice(
          0,
          300,
        ),
      status: answer.status,
      headers: {
        type,
        ...Object.fromEntries(SAME_HEADERS.map((name) => [name, answer.header(name) ?? ''])),
        ...Object.fromEntries(SAME_PRESENCE.map((name) => [name, answer.header(name) === undefined ? '' : 'there'])),
      },
      body: this.#comparable(call, answer.status, parsed, ownHistory),
    };
  }

  #comparable(call: Call, status: number, parsed: unknown, ownHistory: boolean): unknown {
    if (status >= 400) return { ...problemSchema.parse(parsed), requestId: '' };
    const { reply } = specOf(call);
    if (reply.kind !== 'json') return undefined;
    reply.schema.parse(parsed);
    return ownHistory && typeof parsed === 'object' && parsed !== null
      ? Object.keys(parsed).toSorted()
      : shapeOf(parsed);
  }
}

/** The real portal and the fake, which are asked the same. */
export interface TwoPortals {
  readonly real: TestPortal;
  readonly fake: FakePortal;
  /** Asks both, one request after the other, and returns what each has told. */
  ask(...asks: readonly Ask[]): Promise<{ readonly real: readonly Told[]; readonly fake: readonly Told[] }>;
  /** Signs a person in again, at both. */
  signIn(person: Person): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the real portal, and makes a fake one with the same people. */
export async function startTwoPortals({ pressReleaseApproval = false } = {}): Promise<TwoPortals> {
  const real = await startTestPortal(pressReleaseApproval ? { RELEASE_APPROVAL: 'yes' } : {});
  const fake = createFakePortal({
    pressReleaseApproval,
    remotes: Object.entries(DEFAULT_CLAIMS)
      .map(([remote, claims]) => buildRemote({ remote, claims }))
      .toSorted((a, b) => (a.remote < b.remote ? -1 : 1)),
    users: PEOPLE.filter((person) => person !== 'visitor').map((person, place) =>
      buildUser({
        email: emailOf(person),
        name: person,
        roles: rolesOf(person),
        // One after the other, as at the real one.
        createdAt: new Date(Date.now() - 60_000 + place).toISOString(),
        lastSignInAt: new Date(Date.now() - 50_000 + place).toISOString(),
      }),
    ),
  });
  const browsers = new Map<Person, TestBrowser>([['visitor', real.browser()]]);
  /** What the fake keeps of anyone who asks: it knows one browser. */
  const own = new Map<Person, Pick<FakePortal, 'cookie'> & Pick<FakeData, 'alerts' | 'calendarLink'>>();

  const toReal = new Side(async (person, method, path, headers, body) => {
    const browser = browsers.get(person);
    if (browser === undefined) throw new Error(`no one is signed in as ${person}`);
    const answer = await browser.call(method, path, { headers, ...(body !== undefined && { body }) });
    const header = (name: string) => answer.headers[name]?.toString();
    return { status: answer.status, header, text: answer.text };
  });
  const toFake = new Side(async (person, method, path, headers, body) => {
    const { cookie = null, ...kept } = own.get(person) ?? {};
    fake.cookie = cookie;
    Object.assign(fake.data, emptyOwn(), kept);
    const init = { method, headers, ...(body !== undefined && { body: Buffer.from(body) }) };
    const answer = await askFakePortal(fake, new Request(new URL(path, 'http://localhost'), init));
    const { alerts, calendarLink } = fake.data;
    own.set(person, { cookie: fake.cookie, alerts, calendarLink });
    const header = (name: string) => answer.headers.get(name) ?? undefined;
    return { status: answer.status, header, text: await answer.text() };
  });
  const signIn = async (person: Person) => {
    if (person === 'visitor') return;
    browsers.set(person, await real.signedIn(emailOf(person)));
    own.set(person, { ...emptyOwn(), ...own.get(person), cookie: emailOf(person) });
    for (const side of [toReal, toFake]) side.forget(person);
  };
  for (const person of PEOPLE) {
    if (person === 'visitor') continue;
    await real.person(emailOf(person), ...rolesOf(person));
    await signIn(person);
  }
  return {
    real,
    fake,
    signIn,
    ask: async (...asks) => {
      const answers: { real: Told[]; fake: Told[] } = { real: [], fake: [] };
      for (const each of asks) {
        answers.real.push(await toReal.tell(each));
        answers.fake.push(await toFake.tell(each));
      }
      return answers;
    },
    stop: () => real.stop(),
  };
}
