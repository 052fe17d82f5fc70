import { runCommand } from '@cytocomm/api';
import { cleanHtml, openCommandCore } from '@cytocomm/api/seeding';
import { documentPageSchema, pressReleasePageSchema } from '@cytocomm/contract';
import { read } from '../../../services/api/src/testing/browser.ts';
import { until } from '../../../services/api/src/testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../../services/api/src/testing/portal.ts';
import { type Added, addDemoData, demoData } from './demo-data.ts';
import { seedDocuments } from './documents.ts';
import { DEMO_RELEASES } from './release-texts.ts';

let portal: TestPortal;
let added: readonly Added[];
beforeAll(async () => {
  portal = await startTestPortal();
  const command = await openCommandCore({ NODE_ENV: 'test', MONGODB_URI: portal.database.uri });
  const data = demoData(new Date());
  added = [await addDemoData(command, data), await addDemoData(command, data)];
  await command.close();
});
afterAll(() => portal.stop());

it('adds everything once', () => {
  expect(added).toEqual([
    { people: 5, events: 8, 'press releases': DEMO_RELEASES.length, documents: 7 },
    { people: 0, events: 0, 'press releases': 0, documents: 0 },
  ]);
});

it('adds everything once when two of them run at once, and leaves no file besides', async () => {
  const { uri } = portal.database.sibling();
  await runCommand('migrate', [], { NODE_ENV: 'test', MONGODB_URI: uri });
  const commands = await Promise.all([1, 2].map(() => openCommandCore({ NODE_ENV: 'test', MONGODB_URI: uri })));
  const data = demoData(new Date());
  const both = await Promise.all(commands.map((command) => addDemoData(command, data)));
  const sum = (kind: keyof Added) => both.reduce((total, each) => total + each[kind], 0);
  expect([sum('people'), sum('events'), sum('press releases'), sum('documents')]).toEqual([
    5,
    8,
    DEMO_RELEASES.length,
    7,
  ]);
  const { connection } = commands[0]?.core.database ?? {};
  expect(await connection?.collection('fs.files').countDocuments()).toBe(7);
  expect(await connection?.collection('uploads').countDocuments()).toBe(0);
  for (const command of commands) await command.close();
});

it('stores no document whose file took so long that it was given up', async () => {
  const { uri } = portal.database.sibling();
  const { core, close } = await openCommandCore({ NODE_ENV: 'test', MONGODB_URI: uri });
  const [text] = demoData(new Date()).documents;
  if (text === undefined) throw new Error('There is no demo document.');
  const seeding = seedDocuments(core, [{ ...text, atLeastBytes: 30 * 1024 * 1024 }]);
  const uploads = core.database.connection.collection('uploads');
  const gaveUp = until('the upload to begin', async () => {
    const { matchedCount } = await uploads.updateMany({}, { $set: { condemned: true } });
    return matchedCount > 0;
  });
  await expect(seeding).rejects.toThrow(expect.objectContaining({ status: 408 }));
  await gaveUp;
  expect(await core.database.connection.collection('documents').countDocuments()).toBe(0);
  await close();
});

it('gives an investor reports that are real PDF files', async () => {
  const investor = await portal.signedInAs('investor@x.example', 'investor');
  const { items } = read(await investor.get('/api/reports'), documentPageSchema);
  expect(items.length).toBe(4);
  for (const { url, size } of items) {
    const { bytes } = await investor.get(url);
    expect(bytes.length).toBe(size);
    const text = bytes.toString('latin1');
    expect(text).toMatch(/^%PDF-1\.7\n/);
    // Every entry of the table of objects points at its object.
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    const entries = text.slice(table).match(/^\d{10} 00000 n $/gm) ?? [];
    expect(entries.length).toBeGreaterThan(5);
    for (const [index, entry] of entries.entries()) {
      expect(text.slice(Number(entry.slice(0, 10)))).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    }
  }
});

it('gives customers their working papers, and visitors the summary', async () => {
  const customer = await portal.signedInAs('customer@x.example', 'customer');
  const own = read(await customer.get('/api/documents'), documentPageSchema).items;
  expect(own.filter(({ visibility }) => visibility === 'customer')).toHaveLength(3);
  expect(read(await portal.browser().get('/api/documents'), documentPageSchema).items).toHaveLength(1);
});

it('shows news that is out, and neither the draft nor the scheduled one', async () => {
  const { items } = read(await portal.browser().get('/api/press-releases'), pressReleasePageSchema);
  const out = DEMO_RELEASES.filter(({ days, target }) => days !== undefined && days < 0 && target.includes('public'));
  expect(items.map(({ title }) => title)).toEqual(out.map(({ title }) => title).reverse());
});

it('holds texts that need no cleaning', () => {
  for (const { content } of DEMO_RELEASES) expect(cleanHtml(content)).toBe(content);
});
