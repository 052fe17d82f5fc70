import { type AuditPage, adminPressReleaseSchema, calendarLinkStateSchema } from '@cytocomm/contract';
import { read } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { addDocument } from '../../testing/uploads.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
afterEach(realDate);

async function rowsAbout(email: string, action: string) {
  const { items } = (await admin.get(`/api/admin/audit?subject=${email}&limit=100`)).body as AuditPage;
  return items.filter((row) => row.action === action);
}

const documentFor = async (visibility: string) => (await addDocument(admin, { visibility })).id;

describe('what is answered as if it did not exist', () => {
  const nothing = 'f'.repeat(24);
  const content = (id: string) => `/api/documents/${id}/content`;

  it('is noted when it is there, once a minute, and the answer is that for nothing at all', async () => {
    const [one, other] = [await documentFor('investor'), await documentFor('investor')];
    const curious = await portal.signedInAs('curious@x.example', 'customer');
    const answers = [
      await curious.get(content(nothing)),
      await curious.get(content(one)),
      await curious.get(content(other)),
    ];
    const shown = answers.map(({ status, headers, body }) => ({
      status,
      names: Object.keys(headers).toSorted(),
      body: { ...(body as object), requestId: '' },
    }));
    expect(shown[0]?.status).toBe(404);
    expect(shown[1]).toEqual(shown[0]);
    const rows = await until('the note', async () => {
      const found = await rowsAbout('curious@x.example', 'access.refused');
      return found.length > 0 ? found : undefined;
    });
    expect(rows).toEqual([
      expect.objectContaining({
        actor: 'curious@x.example',
        from: curious.address,
        detail: { call: 'GET /api/documents/:id/content', hidden: one },
      }),
    ]);
  });

  it('is noted for press releases, too', async () => {
    const body = { title: 'For investors', content: '<p>x</p>', target: ['investors'] };
    const answer = await admin.authorised('POST', '/api/admin/press-releases', { body });
    const { id } = read(answer, adminPressReleaseSchema, 201);
    const reader = await portal.signedInAs('reader@x.example', 'customer');
    expect((await reader.get(`/api/press-releases/${id}`)).status).toBe(404);
    const [row] = await until('the note', async () => {
      const found = await rowsAbout('reader@x.example', 'access.refused');
      return found.length > 0 ? found : undefined;
    });
    expect(row?.detail).toEqual({ call: 'GET /api/press-releases/:id', hidden: id });
  });

  it('is not noted of an admin who previews a role, of visitors, and where there is nothing', async () => {
    const id = await documentFor('customer');
    const strangers = () => portal.connection.collection('stranger_notes').countDocuments({});
    const [trail, notes] = [await portal.connection.collection('audit').countDocuments({}), await strangers()];
    const developer = await portal.signedInAs('developer@x.example', 'developer');
    const preview = { headers: { 'Preview-As': 'investor' } };
    expect((await admin.get(content(id), preview)).status).toBe(404);
    expect((await portal.browser().get(content(id))).status).toBe(404);
    expect((await developer.get(content(nothing))).status).toBe(404);
    // The last one is noted, and stands behind all that the others could have left.
    expect((await developer.get(content(id))).status).toBe(404);
    await until(
      'the last note',
      async () => (await rowsAbout('developer@x.example', 'access.refused')).length === 1 || undefined,
    );
    expect(await portal.connection.collection('audit').countDocuments({})).toBe(trail + 2);
    expect(await strangers()).toBe(notes);
  });
});

it('private calendar addresses are noted when they are made and revoked, and say when they were read last', async () => {
  const email = 'ada@x.example';
  const ada = await portal.signedInAs(email, 'investor');
  const state = async () => read(await ada.get('/api/events/subscription'), calendarLinkStateSchema);
  await ada.authorised('POST', '/api/events/subscription');
  const { url, lastReadAt } = await state();
  expect(lastReadAt).toBeNull();
  const readAt = () => portal.browser().get(new URL(url ?? '').pathname + new URL(url ?? '').search);
  expect((await readAt()).status).toBe(200);
  const first = (await state()).lastReadAt;
  expect(first).not.toBeNull();
  moveDate(10 * 60_000);
  await readAt();
  expect((await state()).lastReadAt).toBe(first);
  moveDate(61 * 60_000);
  await readAt();
  expect((await state()).lastReadAt).not.toBe(first);
  realDate();

  await ada.authorised('POST', '/api/events/subscription');
  expect((await state()).lastReadAt).toBeNull();
  expect((await readAt()).status).toBe(404);
  expect((await ada.authorised('DELETE', '/api/events/subscription')).status).toBe(204);
  expect((await ada.authorised('DELETE', '/api/events/subscription')).status).toBe(404);
  expect(await rowsAbout(email, 'calendar-link.issued')).toHaveLength(2);
  expect(await rowsAbout(email, 'calendar-link.revoked')).toMatchObject([{ actor: email, from: ada.address }]);
});

it('a choice of mails is noted when it changes', async () => {
  const email = 'bob@x.example';
  const bob = await portal.signedInAs(email, 'investor');
  for (const newReport of [false, true, true]) {
    const body = { newReport, investorNews: false };
    expect((await bob.authorised('PUT', '/api/alerts/preferences', { body })).status).toBe(200);
  }
  expect(await rowsAbout(email, 'alert-preferences.changed')).toMatchObject([
    { actor: email, from: bob.address, detail: { newReport: 'true', investorNews: 'false' } },
  ]);
});
