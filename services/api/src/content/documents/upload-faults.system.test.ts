import { isDeepStrictEqual } from 'node:util';
import { type ProblemCode, problemSchema } from '@cytocomm/contract';
import { until } from '../../testing/clock.ts';
import {
  BOUNDARY,
  EVERY_SIZE,
  FOR_INVESTORS,
  field,
  fileField,
  goodForm,
  NOTHING,
  type Pieces,
  pdfOf,
  type Sending,
  SIZES,
  type Size,
  startUploadTrial,
  TITLE,
  type UploadTrial,
} from '../../testing/upload-trial.ts';
import { FORM_END, fileHead } from '../../testing/uploads.ts';

// Every way in which an upload can be refused or left, with files of several sizes: nothing may end the process, and nothing
// may be left behind.

let trial: UploadTrial;
beforeAll(async () => {
  trial = await startUploadTrial();
});
afterAll(() => trial.stop());

/** `late`: it shows only when the whole file has come. */
interface Refusal extends Sending {
  readonly what: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly form: (size: Size) => Pieces;
  readonly late?: boolean;
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
  refused('an empty title', (size) => [field('title', ''), FOR_INVESTORS, ...fileField(size), FORM_END]),
  refused(
    'an empty title after the file',
    (size) => [FOR_INVESTORS, ...fileField(size), '\r\n', field('title', ''), FORM_END.slice(2)],
    { late: true },
  ),
  refused('an unknown visibility', (size) => [TITLE, field('visibility', 'all'), ...fileField(size), FORM_END]),
  refused('no title', (size) => [FOR_INVESTORS, ...fileField(size), FORM_END], { late: true }),
  refused('a title twice', (size) => [TITLE, TITLE, ...fileField(size), FORM_END]),
  refused('a field that is not known', (size) => [TITLE, field('size', '1'), ...fileField(size), FORM_END]),
  refused('a field without a name', (size) => [TITLE, NAMELESS, ...fileField(size), FORM_END]),
  refused('a file in another field', (size) => [TITLE, FOR_INVESTORS, ...fileField(size, 'document'), FORM_END]),
  refused('a file without a file name', (size) => [TITLE, field('file', '').slice(0, -2), pdfOf(size), FORM_END]),
  refused('no file', () => [TITLE, FOR_INVESTORS, FORM_END.slice(2)]),
  refused(
    'a small file after it',
    (size) => [TITLE, FOR_INVESTORS, ...fileField(size), '\r\n', ...fileField('20 kB'), FORM_END],
    {
      late: true,
    },
  ),
  refused('a small file before it', (size) => [
    TITLE,
    FOR_INVESTORS,
    ...fileField('20 kB'),
    '\r\n',
    ...fileField(size),
    FORM_END,
  ]),
  refused(
    'no PDF in it',
    (size) => [TITLE, FOR_INVESTORS, fileHead('a.pdf'), pdfOf(size).subarray(9), FORM_END],
    NO_FORM,
  ),
  refused('a form that breaks off', (size) => [TITLE, FOR_INVESTORS, ...fileField(size)], { ...BROKEN, late: true }),
  refused('a boundary that never comes', (size) => [pdfOf(size)], BROKEN),
  refused('a form without a boundary', goodForm, { ...NO_FORM, type: 'multipart/form-data' }),
  refused('another kind of content', (size) => [pdfOf(size)], { ...NO_FORM, type: 'application/pdf' }),
  refused('the token of an investor', goodForm, { status: 403, code: 'forbidden', by: 'investor' }),
  refused('no token', goodForm, { status: 401, code: 'not-signed-in', by: null }),
  refused('a token that is none', goodForm, {
    status: 401,
    code: 'not-signed-in',
    by: null,
    headers: { Authorization: 'Bearer a.b.c' },
  }),
];

describe.each(EVERY_SIZE)('a file of %s', (size) => {
  afterEach(() => trial.assertWell());

  // Storing 60 MB takes seconds: of what shows only after that, one stands for all.
  const lateOnes = REFUSALS.filter(({ late }) => late);
  const tried = REFUSALS.filter((refusal) => size !== '60 MB' || !refusal.late || refusal === lateOnes[0]);

  it.each(tried)('with $what is refused: $status $code', async ({ form, status, code, ...sending }) => {
    const answer = await trial.send(form(size), sending);
    expect(answer.status).toBe(status);
    expect(problemSchema.parse(JSON.parse(answer.text))).toMatchObject({ status, code });
    expect(await trial.stored()).toEqual(NOTHING);
  });

  const head = `${TITLE}${FOR_INVESTORS}${fileHead('a.pdf')}`.length;
  it.each([
    ['before its first byte', 0],
    ['in the middle of a field', 60],
    ['after the fields', `${TITLE}${FOR_INVESTORS}`.length],
    ['before the first byte of the file', head],
    ['after the first bytes of the file', head + 12],
    ['in the middle of the file', head + SIZES[size] / 2],
    ['before the last byte', head + SIZES[size] + FORM_END.length - 1],
  ])('leaves nothing when the client leaves %s', async (_when, bytes) => {
    const before = await trial.ended();
    await trial.send(goodForm(size), { until: bytes });
    await until('the process to notice', async () => (await trial.ended()) > before);
    await until('everything to be gone', async () => isDeepStrictEqual(await trial.stored(), NOTHING));
  });

  it('is stored afterwards, and can be deleted', async () => {
    const answer = await trial.send(goodForm(size));
    expect(answer.status).toBe(201);
    const { id } = JSON.parse(answer.text) as { id: string };
    const admin = await trial.portal.signedIn('admin@x.example');
    for (const path of [`/api/admin/documents/${id}`, `/api/admin/bin/document/${id}`])
      expect((await admin.authorised('DELETE', path)).status).toBe(204);
    expect(await trial.stored()).toEqual(NOTHING);
  });
});
