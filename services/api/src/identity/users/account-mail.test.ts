import { outboxModel } from '../../platform/mail/model.ts';
import { expectProblem } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { openTestCore } from '../../testing/core.ts';
import { confirmBy, createAuthenticator, givePasskey } from '../../testing/passkeys.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { addDocument, MULTIPART, multipart } from '../../testing/uploads.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
afterEach(realDate);

const USERS = '/api/admin/users';
const add = (email: string, role: string, browser = admin) =>
  browser.authorised('POST', USERS, { body: { email, roles: [role] } });
const change = (email: string, role: string, enable: boolean) =>
  admin.authorised('PATCH', `${USERS}/${email}`, { body: { role, enable } });
const mailTo = (email: string, subject: string) =>
  until(`“${subject}” to ${email}`, async () => (await portal.mailsTo(email)).find((mail) => mail.subject === subject));

it('somebody with a passkey is told when they are deleted and back, and is not added again without it', async () => {
  const email = 'ina@fund.example';
  const ina = await portal.signedInAs(email, 'investor');
  await givePasskey(ina, createAuthenticator(portal.url));
  await portal.person('plain@fund.example', 'investor');
  for (const each of [email, 'plain@fund.example'])
    expect((await admin.authorised('DELETE', `${USERS}/${each}`)).status).toBe(204);
  const mail = await mailTo(email, 'Your Cytocomm account was deleted');
  expect(mail.text).toContain('admin@x.example deleted your account.');

  const refused = expectProblem(await add(email, 'investor'), 409, 'conflict');
  expect(refused.detail).toContain('is in the bin, with a passkey. Restore them');
  const body = multipart([
    { name: 'file', value: `email,role\n${email},investor\nnew@fund.example,investor\n`, fileName: 'a.csv' },
  ]);
  const imported = await admin.authorised('POST', `${USERS}/import`, { headers: { 'Content-Type': MULTIPART }, body });
  expect(imported.body).toMatchObject({ counts: { added: 1, refused: 1 }, told: [{ email, outcome: 'refused' }, {}] });
  expect((await add('plain@fund.example', 'investor')).status).toBe(201);
  expect((await portal.mailsTo('plain@fund.example')).map(({ subject }) => subject)).not.toContain(mail.subject);

  expect((await admin.authorised('POST', `/api/admin/bin/user/${email}/restore`)).status).toBe(204);
  await mailTo(email, 'Your Cytocomm account is back');
  await admin.authorised('DELETE', `${USERS}/${email}`);
  expect((await admin.authorised('DELETE', `/api/admin/bin/user/${email}`)).status).toBe(204);
  expect((await add(email, 'investor')).status).toBe(201);
});

it('a person who is deleted at the same moment is not added again without their passkey', async () => {
  const email = 'ivo@fund.example';
  const ivo = await portal.signedInAs(email, 'investor');
  await givePasskey(ivo, createAuthenticator(portal.url));
  const { core, users, close } = await openTestCore(portal.database.uri);
  const actor = { actor: 'admin@x.example' };
  const { connection } = core.database;
  const transaction = connection.transaction.bind(connection);
  jest.spyOn(connection, 'transaction').mockImplementationOnce(async (...args) => {
    await users.remove(email, actor);
    return transaction(...args);
  });
  await expect(users.add({ email, roles: ['investor'] }, actor)).rejects.toThrow('is in the bin, with a passkey');
  await close();
});

it('several who make a person an admin at once mail it once', async () => {
  await portal.person('hedy@x.example', 'investor');
  await Promise.all([1, 2, 3].map(() => change('hedy@x.example', 'admin', true)));
  expect(await outboxModel(portal.connection).countDocuments({ to: 'hedy@x.example' })).toBe(1);
});

it('a new admin and the other admins are mailed about it, however it was given; a repetition is not mailed', async () => {
  await portal.person('second@x.example', 'admin');
  await portal.person('grace@x.example', 'investor');
  expect((await change('grace@x.example', 'admin', true)).status).toBe(200);
  expect((await change('grace@x.example', 'admin', true)).status).toBe(200);
  const mail = await mailTo('grace@x.example', 'You are an admin of Cytocomm now');
  expect(mail.text).toContain('admin@x.example made you an admin of the portal.');
  for (const other of ['admin@x.example', 'second@x.example'])
    await mailTo(other, 'There is a new admin: grace@x.example');
  expect((await add('linus@x.example', 'admin')).status).toBe(201);
  await mailTo('linus@x.example', 'You are an admin of Cytocomm now');
  await mailTo('second@x.example', 'There is a new admin: linus@x.example');
  const subjects = (await portal.mailsTo('second@x.example')).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('grace@'))).toHaveLength(1);
});

it('what shows a document to others is confirmed by a person with a passkey, and so is an import, but no dry run', async () => {
  const browser = await portal.signedInAs('keys@x.example', 'admin');
  const authenticator = createAuthenticator(portal.url);
  await givePasskey(browser, authenticator);
  const headers = { 'Content-Type': MULTIPART };
  const { id } = await addDocument(browser, { visibility: 'investor' });
  const ofDocument = (body: object) => browser.authorised('PATCH', `/api/admin/documents/${id}`, { body });
  const people = multipart([{ name: 'file', value: 'email,role\na@y.example,investor\n', fileName: 'a.csv' }]);
  const importAs = (query: string) => browser.authorised('POST', `${USERS}/import${query}`, { headers, body: people });
  moveDate(11 * 60_000);
  expect((await ofDocument({ title: 'Still for investors', visibility: 'investor' })).status).toBe(200);
  expectProblem(await ofDocument({ visibility: 'public' }), 403, 'fresh-sign-in-needed');
  expectProblem(await ofDocument({ groups: ['series-a'] }), 403, 'fresh-sign-in-needed');
  expect((await importAs('?dryRun=true')).status).toBe(200);
  expectProblem(await importAs(''), 403, 'fresh-sign-in-needed');
  expect((await confirmBy(browser, authenticator)).status).toBe(200);
  expect((await ofDocument({ visibility: 'public' })).status).toBe(200);
  expect((await importAs('')).status).toBe(200);
});
