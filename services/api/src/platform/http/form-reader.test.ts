import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { until } from '../../testing/clock.ts';
import { FORM_END, MULTIPART, multipart } from '../../testing/uploads.ts';
import { type FormListener, type FormRequest, readForm, STALL_MS, UPLOAD_TIMEOUT_MS } from './form-reader.ts';

const FORM = multipart([
  { name: 'title', value: 'Report' },
  { name: 'visibility', value: 'public' },
  { name: 'file', value: Buffer.from('%PDF-1.7 \r\n--\r\n and more'), fileName: 'a.pdf' },
]);

/** A request that has arrived and whose body comes in these pieces. */
function requestOf(pieces: readonly Buffer[]): FormRequest {
  const body = Readable.from(pieces, { objectMode: false });
  return Object.assign(body, { headers: { 'content-type': MULTIPART }, complete: true });
}

interface Told {
  readonly fields: [string, string][];
  readonly files: { readonly name: string; readonly fileName: string | undefined; bytes: string }[];
}

function createListener(): Told & FormListener {
  const received: Told = { fields: [], files: [] };
  return {
    ...received,
    field: (name, value) => received.fields.push([name, value]),
    file: (name, bytes, fileName) => {
      const file = { name, fileName, bytes: '' };
      received.files.push(file);
      bytes.on('data', (piece) => {
        file.bytes += String(piece);
      });
    },
    tooMany: () => {
      throw new Error('too many');
    },
  };
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((start, index) => bytes.subarray(start, at[index] ?? bytes.length));
}

it('hears the same form however it is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(FORM.length), { maxLength: 12 }), async (places) => {
      const received = createListener();
      await readForm(requestOf(cut(FORM, places)), received).finished;
      expect(received.fields).toEqual([
        ['title', 'Report'],
        ['visibility', 'public'],
      ]);
      expect(received.files).toEqual([{ name: 'file', fileName: 'a.pdf', bytes: '%PDF-1.7 \r\n--\r\n and more' }]);
    }),
    { numRuns: 200 },
  );
});

const ODDITIES = [
  'Content-Disposition: form-data\r\n\r\nx',
  'Content-Disposition: form-data; name\r\n\r\nx',
  'Content-Disposition: form-data; filename="a.pdf"\r\n\r\nx',
  'Content-Disposition: form-data; name="file"; filename*=utf-8\'\'%zz%ff\r\n\r\nx',
  'Content-Disposition: form-data; name="title"\r\nContent-Type: text/plain; charset\r\n\r\n\xff\xfe',
  'Content-Disposition: form-data; name="title"\r\nContent-Type: text/plain; charset=utf-16le\r\n\r\n\xd8',
  'Content-Disposition: form-data; name="__proto__"; filename="__proto__"\r\n\r\nx',
  '\r\n\r\nx',
  'Content-Disposition: attachment\r\n\r\nx',
  `${'x'.repeat(9000)}: y\r\n\r\nx`,
  '\r\n',
  '-',
];

it('ends for any input, and throws nothing beside it', async () => {
  const boundary = '------test-boundary-7d1f';
  const piece = fc.oneof(
    fc.constantFrom(...ODDITIES),
    fc.constantFrom(`\r\n--${boundary.slice(2)}`, `${boundary}\r\n`, `${boundary}--`, '--', '\r\n', ''),
    fc.string({ maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.nat(2000), { maxLength: 6 }),
      fc.boolean(),
      async (parts, places, stops) => {
        const body = Buffer.from(parts.map((part) => `${boundary}\r\n${part}\r\n`).join(''), 'latin1');
        const form = readForm(requestOf(cut(body, places)), createListener());
        if (stops) form.stop(new Error('enough'));
        await form.finished.catch(() => undefined);
      },
    ),
    { numRuns: 1000 },
  );
});

describe('an upload over a slow line', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  function slowForm() {
    const body = Object.assign(new PassThrough(), { headers: { 'content-type': MULTIPART }, complete: true });
    const received = createListener();
    const form = readForm(body, received);
    body.write(FORM.subarray(0, FORM.length - FORM_END.length));
    return { body, received, form };
  }
  const arrived = (received: Told, bytes: string) =>
    until(`${bytes} to arrive`, () => received.files[0]?.bytes.endsWith(bytes));

  /** How many pieces arrive before the time of all is over, with the longest pauses. */
  const PIECES = Math.floor(UPLOAD_TIMEOUT_MS / (STALL_MS - 1));

  async function dripOnto({ body, received }: ReturnType<typeof slowForm>): Promise<void> {
    for (let piece = 0; piece < PIECES; piece += 1) {
      body.write(`piece ${piece};`);
      await arrived(received, `piece ${piece};`);
      jest.advanceTimersByTime(STALL_MS - 1);
    }
  }

  it('may take 15 minutes while bytes arrive', async () => {
    const slow = slowForm();
    await dripOnto(slow);
    slow.body.end(FORM_END);
    await expect(slow.form.finished).resolves.toBeUndefined();
  });

  it('is ended with 408 after 15 minutes, even if bytes still arrive', async () => {
    const slow = slowForm();
    await dripOnto(slow);
    slow.body.write('the last;');
    await arrived(slow.received, 'the last;');
    jest.advanceTimersByTime(UPLOAD_TIMEOUT_MS - PIECES * (STALL_MS - 1));
    await expect(slow.form.finished).rejects.toMatchObject({ status: 408, code: 'request-timeout' });
  });

  it('is ended with 408 when it stalls', async () => {
    const { body, received, form } = slowForm();
    body.write('the last;');
    await arrived(received, 'the last;');
    jest.advanceTimersByTime(STALL_MS);
    await expect(form.finished).rejects.toMatchObject({ status: 408, code: 'request-timeout' });
  });
});
