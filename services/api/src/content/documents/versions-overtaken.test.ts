import { documentSchema, documentVersionsSchema } from '@cytocomm/contract';
import { Types } from 'mongoose';
import { type CommandCore, openCommandCore } from '../../main/commands/command.ts';
import { createFileStore } from '../../platform/storage/file-store.ts';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';
import { documentModel } from './model.ts';
import { createDocuments } from './service.ts';

// What others do between two steps of a change, or of a sweep, takes no file from a document.

let portal: TestPortal;
let ada: TestBrowser;
let other: CommandCore;
beforeAll(async () => {
  portal = await startTestPortal();
  ada = await portal.signedInAs('ada@x.example', 'admin');
});
afterAll(() => portal.stop());
beforeEach(async () => {
  other = await openCommandCore({ NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri });
});
afterEach(() => other.close());

const PATH = '/api/admin/documents';
const pdf = (words: string) => Buffer.from(`%PDF-1.7\n${words}`);
const headers = { 'Content-Type': MULTIPART };
const rows = (name: string) => portal.connection.collection(name);
const file = (words: string) => ({ name: 'file', value: pdf(words), fileName: `${words}.pdf` });

async function uploaded(words: string) {
  const fields = { title: words, visibility: 'investor' };
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const body = multipart([...parts, file(words)]);
  return read(await ada.authorised('POST', PATH, { headers, body }), documentSchema, 201);
}
const replace = async (id: string, words: string) =>
  read(
    await ada.authorised('PUT', `${PATH}/${id}/content`, { headers, body: multipart([file(words)]) }),
    documentSchema,
  );
const restore = async (id: string, number: number) =>
  read(await ada.authorised('POST', `${PATH}/${id}/versions/${number}/restore`), documentSchema);
const names = async (id: string) =>
  read(await ada.get(`${PATH}/${id}/versions`), documentVersionsSchema).items.map(
    ({ number, name, isCurrent }) => `${number} ${name}${isCurrent ? ' now' : ''}`,
  );

const filesOf = async (id: string) => {
  const record = await rows('documents').findOne({ _id: new Types.ObjectId(id) });
  return { current: String(record?.fileId), earlier: String(record?.versions?.[0]?.fileId) };
};
/** Returns what does something once, however often it is called. */
function onlyOnce(act: () => Promise<unknown>): () => Promise<void> {
  let happened = false;
  return async () => {
    if (happened) return;
    happened = true;
    await act();
  };
}

it('replacements and restores at once each get their place', async () => {
  const { id } = await uploaded('first');
  await replace(id, 'second');
  const words = ['third', 'fourth', 'fifth'];
  await Promise.all([...words.map((each) => replace(id, each)), restore(id, 1)]);
  const found = await names(id);
  expect(found.map((each) => each.split(' ')[0])).toEqual(['5', '4', '3', '2', '1']);
  expect(found.filter((each) => each.endsWith(' now'))).toHaveLength(1);
  for (const each of ['first', 'second', ...words]) expect(found.join()).toContain(`${each}.pdf`);
});

/** Sweeps, while something happens once after the first look for who owns a file: among all files, or by itself. */
async function sweepWhile(
  fileId: string,
  looks: 'among' | 'alone',
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const once = onlyOnce(meanwhile);
  const { collection } = documentModel(other.core.database.connection);
  const [alone, among] = [collection.findOne.bind(collection), collection.distinct.bind(collection)];
  const noted = async <Found>(found: Found, filter: object): Promise<Found> => {
    if (JSON.stringify(filter).includes(fileId)) await once();
    return found;
  };
  if (looks === 'alone')
    jest.spyOn(collection, 'findOne').mockImplementation(async (filter: object) => noted(await alone(filter), filter));
  else
    jest
      .spyOn(collection, 'distinct')
      .mockImplementation(async (field: string, filter: object) => noted(await among(field, filter, {}), filter));
  return createDocuments(other.core, createFileStore(other.core.database)).sweep();
}

describe('the sweep keeps', () => {
  it('an earlier file that becomes the current one', async () => {
    const { id, url } = await uploaded('becomes current');
    await replace(id, 'becomes earlier');
    expect(await sweepWhile((await filesOf(id)).earlier, 'among', () => restore(id, 1))).toBe(0);
    expect((await ada.get(url)).text).toBe(String(pdf('becomes current')));
  });

  it('a file that comes back from the bin', async () => {
    const { id, url } = await uploaded('comes back');
    const { current } = await filesOf(id);
    expect((await ada.authorised('DELETE', `${PATH}/${id}`)).status).toBe(204);
    const back = async () =>
      expect((await ada.authorised('POST', `/api/admin/bin/document/${id}/restore`)).status).toBe(204);
    expect(await sweepWhile(current, 'alone', back)).toBe(0);
    expect((await ada.get(url)).text).toBe(String(pdf('comes back')));
  });
});
