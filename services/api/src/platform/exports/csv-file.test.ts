import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { notSignedIn } from '../calls/problem.ts';
import { createCsvFiles } from './csv-file.ts';

const principal = {
  ...{ userId: 'a'.repeat(24), email: 'ada@x.example', name: 'Ada', roles: ['admin'], groups: [], sid: 's' },
  defaultRole: undefined,
  ...{ addedAt: new Date(0), provedAt: new Date(0), hasPasskey: false, lacksPasskey: false },
};
const noted: unknown[] = [];
const log = { error: jest.fn() };
const csv = createCsvFiles({ audit: { record: async (note) => void noted.push(note) }, log });

function answer() {
  const headers = new Map<string, string>();
  const stream = new PassThrough();
  const res = Object.assign(stream, {
    setHeader: (name: string, value: string) => headers.set(name, value),
  });
  return { res, headers };
}

/** Numbers from 0, a part at a time. */
const numbersTo = (end: number, failsAt = Infinity) => ({
  ...{ name: 'numbers.csv', columns: ['number'], action: 'mail.exported' as const },
  lineOf: (number: number) => [String(number)],
  read: async (cursor = '0') => {
    const start = Number(cursor);
    if (start >= failsAt) throw new Error('the database is away');
    const next = Math.min(start + 5000, end);
    return {
      items: Array.from({ length: next - start }, (_, place) => start + place),
      nextCursor: next < end ? String(next) : null,
    };
  },
});

const caller = { principal, admitAgain: async () => principal, clientAddress: '192.0.2.1', userAgent: 'x' };
const call = { query: { status: 'sent' }, ...caller };

it('holds all rows, however many there are, and is noted once', async () => {
  const { res, headers } = answer();
  const whole = text(res);
  await csv.write({ ...call, res }, numbersTo(123_456));
  const lines = (await whole).split('\r\n');
  expect(lines).toHaveLength(123_456 + 2);
  expect(lines.slice(-2)).toEqual(['123455', '']);
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="numbers.csv"');
  expect(noted.splice(0)).toMatchObject([
    { action: 'mail.exported', actor: 'ada@x.example', subject: 'ada@x.example', detail: { status: 'sent' } },
  ]);
});

it('breaks off when a later part cannot be read: what came passes for no whole file', async () => {
  const { res } = answer();
  const whole = text(res);
  const written = csv.write({ ...call, res }, numbersTo(20_000, 10_000));
  await expect(whole).rejects.toThrow();
  await expect(written).rejects.toThrow('the database is away');
});

it('breaks off before the next part when the caller may not have it any more', async () => {
  const { res } = answer();
  const whole = text(res);
  const admitAgain = jest.fn(async () => principal);
  admitAgain.mockResolvedValueOnce(principal).mockRejectedValueOnce(notSignedIn());
  const file = numbersTo(20_000);
  const read = jest.fn(file.read);
  const written = csv.write({ ...call, admitAgain, res }, { ...file, read });
  await expect(whole).rejects.toThrow();
  await expect(written).rejects.toMatchObject({ status: 401 });
  expect(read).toHaveBeenCalledTimes(2);
});

it('writes nothing and notes nothing when the first part cannot be read', async () => {
  noted.splice(0);
  const { res, headers } = answer();
  await expect(csv.write({ ...call, res }, numbersTo(20_000, 0))).rejects.toThrow('the database is away');
  expect([headers.size, noted, res.writableLength]).toEqual([0, [], 0]);
});

it('four files are written at once, two of one client', () => {
  const free = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map((address) => csv.take(address));
  expect(() => csv.take('192.0.2.1')).toThrow(expect.objectContaining({ status: 429 }));
  free.push(csv.take('192.0.2.3'));
  expect(() => csv.take('192.0.2.4')).toThrow(expect.objectContaining({ status: 503 }));
  free[0]?.();
  free.push(csv.take('192.0.2.1'));
  for (const each of free) each();
  csv.take('192.0.2.4')();
});

it.each([
  ...['x;=HYPERLINK(1)', 'x; =HYPERLINK(1);y', 'x;"=HYPERLINK(1);y', 'x;\'"+1', 'x;\n"@SUM(1)', 'a\tb\t-1'],
  ...['a\n=HYPERLINK(1)', 'a\r\n=1', 'a\n "=1"', 'a;\u00a0=1', '"\n=1', 'a;＝1'],
])('no cell begins with a formula where semicolons stand between cells: %j', async (words) => {
  const { res } = answer();
  const whole = text(res);
  await csv.write({ ...call, res }, { ...numbersTo(1), columns: ['a', 'b'], lineOf: () => ['x', words] });
  expect(await whole).not.toMatch(/[;\t\r\n][\s"]*[=+\-@＝＋－＠]/);
});

it('leaves out a row that cannot be written, and logs it', async () => {
  const { res } = answer();
  const lineOf = (number: number) => [new Date(number === 1 ? Number.NaN : number).toISOString()];
  const written = text(res);
  await csv.write({ ...call, res }, { ...numbersTo(3), lineOf });
  expect((await written).split('\r\n')).toEqual([
    ...['number', '1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.002Z', ''],
  ]);
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ record: '1' }), expect.any(String));
});
