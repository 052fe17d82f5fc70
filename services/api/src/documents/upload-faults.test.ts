import { request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { type ProblemCode, problemSchema } from '@cytocomm/contract';
import { type ApiProcess, startApiProcess } from '../testing/api-process.ts';
import { type Cable, layCable } from '../testing/cable.ts';
import { FORM_END, fileHead, MULTIPART } from '../testing/multipart.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { until } from '../testing/until.ts';

// Every way in which an upload can fail, with files of several sizes: nothing may end the process, and nothing may be left.

const MB = 1024 * 1024;
const SIZES = { '20 kB': 20_000, '3 MB': 3 * MB, '60 MB': 60 * MB } as const;
type Size = keyof typeof SIZES;
const sizes = Object.keys(SIZES) as readonly Size[];

let portal: TestPortal;
let cable: Cable;
let api: ApiProcess;
const tokens = { admin: '', investor: '', nobody: '', forged: 'a.b.c' };

beforeAll(async () => {
  portal = await startTestPortal();
  cable = await layCable(portal.database.uri);
  api = await startApiProcess({
    MONGODB_URI: cable.uri,
    SMTP_URL: portal.mailbox.smtpUrl,
    PUBLIC_URL: portal.url,
    MAX_UPLOAD_MB: '61',
  });
  for (const role of ['admin', 'investor'] as const) {
    tokens[role] = await (await portal.signedInAs(`${role}@x.example`, role)).token();
  }
}, 60_000);
afterAll(async () => {
  await api.kill();
  cable.cut();
  await portal.stop();
});

const collection = (name: string) => portal.connection.collection(name);
const files = new Map(
  sizes.map((size) => [size, Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(SIZES[size])])]),
);
const fileOf = (size: Size): Buffer => files.get(size) ?? Buffer.alloc(0);

interface Sent {
  /** Undefined when the connection was closed without one. */
  readonly status: number | undefined;
  readonly text: string;
}

interface Sending {
  readonly token?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Hangs up after this many bytes of the body. */
  readonly until?: number;
}

/** Sends a form as a client does that reads the answer whenever it comes. */
function send(pieces: readonly (Buffer | string)[], { token, type, headers, until: end }: Sending = {}): Promise<Sent> {
  const body = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  return new Promise((resolve) => {
    const sent = request(new URL('/api/admin/documents', api.url), {
      method: 'POST',
      agent: false,
      headers: {
        'Content-Type': type ?? MULTIPART,
        'Content-Length': String(body.length),
        ...(token === '' ? {} : { Authorization: `Bearer ${token ?? tokens.admin}` }),
        ...headers,
      },
    });
    const closed = () => resolve({ status: undefined, text: '' });
    sent.once('error', closed);
    sent.once('close', closed);
    sent.once('response', (answer) => {
      let text = '';
      answer.on('data', (piece) => {
        text += String(piece);
      });
      answer.once('error', closed);
      answer.once('end', () => resolve({ status: answer.statusCode, text }));
    });
    if (end === undefined) sent.end(body);
    else sent.write(body.subarray(0, end), () => sent.destroy());
  });
}

const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const BOUNDARY = MULTIPART.slice(MULTIPART.indexOf('boundary=') + 'boundary='.length);
const TITLE = field('title', 'Report');
const FOR_INVESTORS = field('visibility', 'investor');
const file = (size: Size, name = 'file') => [fileHead('a.pdf', name), fileOf(size)];
const good = (size: Size) => [TITLE, FOR_INVESTORS, ...file(size), FORM_END];

const count = (name: string) => collection(name).countDocuments();
async function leftovers() {
  const [documents, stored, chunks, uploads] = await Promise.all(
    ['documents', 'fs.files', 'fs.chunks', 'uploads'].map(count),
  );
  return { documents, stored, chunks, uploads };
}
const NOTHING = { documents: 0, stored: 0, chunks: 0, uploads: 0 };

/** How many uploads the process has ended one way or another. */
async function answered(): Promise<number> {
  const metrics = await (await fetch(`${api.operatorUrl}/metrics`)).text();
  const lines = metrics.matchAll(
    /^http_request_duration_seconds_count\{method="POST",route="\/api\/admin\/documents".*\} (\d+)$/gm,
  );
  return [...lines].reduce((sum, [, number]) => sum + Number(number), 0);
}

async function expectWell(): Promise<void> {
  expect(api.isAlive()).toBe(true);
  expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
  expect(api.complaints()).toBe('');
}

type Pieces = readonly (Buffer | string)[];
/** `late`: it shows only when the whole file has come. `token`: whose. */
interface Refusal extends Sending {
  readonly what: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly form: (size: Size) => Pieces;
  readonly late?: boolean;
  readonly by?: keyof typeof tokens;
}

const refused = (what: string, form: Refusal['form'], more: Partial<Refusal> = {}): Refusal => ({
  what,
  status: 400,
  code: 'validation',
  form,
  ...more,
});
const NO_FORM = { status: 415, code: 'unsupported-media-type' } as const;
const BROKEN = { status: 400, code: 'bad-request' } as const;
const NAMELESS = `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n`;

const REFUSALS: readonly Refusal[] = [
  refused('an empty title', (size) => [field('title', ''), FOR_INVESTORS, ...file(size), FORM_END]),
  refused(
    'an empty title after the file',
    (size) => [FOR_INVESTORS, ...file(size), '\r\n', field('title', ''), FORM_END.slice(2)],
    { late: true },
  ),
  refused('an unknown visibility', (size) => [TITLE, field('visibility', 'all'), ...file(size), FORM_END]),
  refused('no title', (size) => [FOR_INVESTORS, ...file(size), FORM_END], { late: true }),
  refused('a title twice', (size) => [TITLE, TITLE, ...file(size), FORM_END]),
  refused('a field that is not known', (size) => [TITLE, field('size', '1'), ...file(size), FORM_END]),
  refused('a field without a name', (size) => [TITLE, NAMELESS, ...file(size), FORM_END]),
  refused('a file in another field', (size) => [TITLE, FOR_INVESTORS, ...file(size, 'document'), FORM_END]),
  refused('a file without a file name', (size) => [TITLE, field('file', '').slice(0, -2), fileOf(size), FORM_END]),
  refused('no file', () => [TITLE, FOR_INVESTORS, FORM_END.slice(2)]),
  refused(
    'a small file after it',
    (size) => [TITLE, FOR_INVESTORS, ...file(size), '\r\n', ...file('20 kB'), FORM_END],
    {
      late: true,
    },
  ),
  refused('a small file before it', (size) => [
    TITLE,
    FOR_INVESTORS,
    ...file('20 kB'),
    '\r\n',
    ...file(size),
    FORM_END,
  ]),
  refused(
    'no PDF in it',
    (size) => [TITLE, FOR_INVESTORS, fileHead('a.pdf'), fileOf(size).subarray(9), FORM_END],
    NO_FORM,
  ),
  refused('a form that breaks off', (size) => [TITLE, FOR_INVESTORS, ...file(size)], { ...BROKEN, late: true }),
  refused('a boundary that never comes', (size) => [fileOf(size)], BROKEN),
  refused('a form without a boundary', good, { ...NO_FORM, type: 'multipart/form-data' }),
  refused('another kind of content', (size) => [fileOf(size)], { ...NO_FORM, type: 'application/pdf' }),
  refused('the token of an investor', good, { status: 403, code: 'forbidden', by: 'investor' }),
  refused('no token', good, { status: 401, code: 'not-signed-in', by: 'nobody' }),
  refused('a token that is none', good, { status: 401, code: 'not-signed-in', by: 'forged' }),
];

describe.each(sizes)('a file of %s', (size) => {
  afterEach(expectWell);

  // Storing 60 MB takes seconds: of what shows only after that, one stands for all.
  const lateOnes = REFUSALS.filter(({ late }) => late);
  const tried = REFUSALS.filter((refusal) => size !== '60 MB' || !refusal.late || refusal === lateOnes[0]);

  it.each(tried)('with $what is refused: $status $code', async ({ form, status, code, by = 'admin', ...sending }) => {
    const answer = await send(form(size), { ...sending, token: tokens[by] });
    expect(answer.status).toBe(status);
    expect(problemSchema.parse(JSON.parse(answer.text))).toMatchObject({ status, code });
    expect(await leftovers()).toEqual(NOTHING);
  });

  const head = `${TITLE}${FOR_INVESTORS}${fileHead('a.pdf')}`.length;
  it.each([
    ['before its first byte', 0],
    ['in the middle of a field', 60],
    ['after the fields', `${TITLE}${FOR_INVESTORS}`.length],
    ['before the first byte of the file', head],
    ['after the first bytes of the file', head + 12],
    ['in the middle of the file', head + SIZES[size] / 2],
    ['before the last byte', head + SIZES[size] + 9 + FORM_END.length - 1],
  ])('leaves nothing when the client leaves %s', async (_when, bytes) => {
    const before = await answered();
    await send(good(size), { until: bytes });
    await until('the process to notice', async () => (await answered()) > before);
    await until('everything to be gone', async () => isDeepStrictEqual(await leftovers(), NOTHING));
  });

  it('is stored after all that, and can be deleted', async () => {
    const answer = await send(good(size));
    expect(answer.status).toBe(201);
    const { id } = JSON.parse(answer.text) as { id: string };
    const deleted = await fetch(`${api.url}/api/admin/documents/${id}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${tokens.admin}` },
    });
    expect(deleted.status).toBe(204);
    expect(await leftovers()).toEqual(NOTHING);
  });
});
