import { type IncomingHttpHeaders, request } from 'node:http';
import { type Problem, problemSchema } from '@cytocomm/contract';
import type { z } from 'zod';

/** Expects a refusal as every one has to be: problem details with the request's id, not to be cached, with no trace of the server's inside. */
export function expectProblem(answer: Answer, status: number, code?: string): Problem {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const problem = problemSchema.parse(answer.body);
  expect(problem).toMatchObject({
    status,
    requestId: answer.headers['x-request-id'],
    ...(code === undefined ? {} : { code }),
  });
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d|at [\w.]+ \(/);
  expect(answer.headers['cache-control']).toBe('no-store');
  return problem;
}

/** The body of an answer with this status, as its schema says; anything else fails the test with what came. */
export function read<Body>(answer: Answer, schema: z.ZodType<Body>, status = 200): Body {
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return schema.parse(answer.body);
}

/** An answer as a test reads it. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  /** The JSON body; undefined when it is none. */
  readonly body: unknown;
}

/** What a test may say about one call. */
interface CallOptions {
  /** Sent as JSON, unless it is a string or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** `page`: as a page of the portal calls. `bare`: without Origin and Sec-Fetch-Site, as a program does. */
  readonly as?: 'page' | 'bare';
}

/** A client with cookies, as one browser of one person at one address. */
export interface TestBrowser {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** Like `call`, with a fresh ID token. */
  authorised(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** A fresh ID token from the session. */
  token(): Promise<string>;
  readonly cookies: Map<string, string>;
  /** The network address it calls from; counts when the portal trusts the loopback proxy. */
  readonly address: string;
  /** The address of this machine that it really calls from; by default the system's choice. */
  readonly localAddress: string | undefined;
}

let browsers = 0;

function parsed(text: string, type: string | undefined): unknown {
  return text !== '' && type !== undefined && /json/.test(type) ? JSON.parse(text) : undefined;
}

function send(
  url: URL,
  method: string,
  headers: Record<string, string | readonly string[]>,
  body: string | Buffer | undefined,
  localAddress: string | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // node:http rather than fetch: it sends any header, Host included.
    const sent = request(
      url,
      { method, headers: headers as Record<string, string | string[]>, agent: false, localAddress },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          const status = answer.statusCode ?? 0;
          resolve({ status, headers: answer.headers, text, bytes, body: parsed(text, answer.headers['content-type']) });
        });
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

function keepCookies(jar: Map<string, string>, answer: Answer): void {
  for (const line of answer.headers['set-cookie'] ?? []) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const expired = attributes.some((attribute) => /^expires=Thu, 01 Jan 1970/i.test(attribute));
    if (expired) jar.delete(name);
    else jar.set(name, pair.slice(name.length + 1));
  }
}

/** A fresh browser at a network address of its own, on pages of `origin`; `url` is the process that answers it. */
export function openBrowser(url: string, origin = new URL(url).origin, localAddress?: string): TestBrowser {
  const cookies = new Map<string, string>();
  browsers += 1;
  const address = `198.18.${Math.floor(browsers / 250)}.${(browsers % 250) + 1}`;
  const call: TestBrowser['call'] = async (method, path, { body, headers = {}, as = 'page' } = {}) => {
    const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const answer = await send(
      new URL(path, url),
      method,
      {
        'X-Forwarded-For': address,
        'User-Agent': 'test-browser/1.0',
        ...(as === 'page' ? { Origin: origin, 'Sec-Fetch-Site': 'same-origin' } : {}),
        ...(raw === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(cookies.size === 0 ? {} : { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
      raw,
      localAddress,
    );
    keepCookies(cookies, answer);
    return answer;
  };
  const token = async (): Promise<string> => {
    const { status, body } = await call('POST', '/api/auth/token');
    if (status !== 200 || typeof body !== 'object' || body === null || !('idToken' in body))
      throw new Error(`no token: ${status}`);
    return String(body.idToken);
  };
  return {
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { body, ...options }),
    authorised: async (method, path, options = {}) =>
      call(method, path, { ...options, headers: { ...options.headers, Authorization: `Bearer ${await token()}` } }),
    token,
    cookies,
    address,
    localAddress,
  };
}
