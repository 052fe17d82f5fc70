import { listPressReleaseRevisions, readPressReleaseRevision, savePressReleaseText } from '@cytocomm/contract';
import { problem } from '@cytocomm/test-kit';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import {
  begin,
  content,
  DRAFT,
  edit,
  form,
  type Person,
  PUBLISHED,
  portal,
  saveNow,
  stored,
  title,
} from '../testing/editing-page.tsx';

const open = async (user: Person) => {
  await user.click(screen.getByRole('button', { name: 'Revisions' }));
  return within(await screen.findByRole('dialog', { name: 'Revisions' }));
};
const revision = (number: number, words: string, more: object = {}) => ({
  number,
  title: words,
  content: `<p>${words} it was.</p>`,
  at: `2026-11-1${number}T09:30:00.000Z`,
  by: `bob${number}@lab.example`,
  state: 'saved' as const,
  isCurrent: false,
  ...more,
});
const difference = async () => within(await screen.findByRole('region', { name: 'Difference to the present text' }));
const struckOut = async (word: string) =>
  expect((await (await difference()).findAllByText(word, { selector: 'del' }))[0]).toBeVisible();
/** Two earlier texts of the draft. */
function keep(): void {
  portal.data.revisions.set(DRAFT, [revision(2, 'Later'), revision(1, 'Earlier', { state: 'published' })]);
  const draft = stored(DRAFT);
  if (draft) draft.etag = '"3"';
}

it('lists who saved what when, and shows where the chosen text differs from what stands in the form', async () => {
  keep();
  const { user } = await edit(DRAFT);
  const dialog = await open(user);
  const radios = await dialog.findAllByRole('radio');
  expect(radios).toHaveLength(2);
  expect(radios[0]).toBeChecked();
  expect(dialog.getByRole('radio', { name: /Nov 11, 2026.*bob1@lab\.example · published/ })).not.toBeChecked();
  expect(await (await difference()).findByRole('heading', { name: 'Title' })).toBeVisible();
  await struckOut('Later');
  expect((await difference()).getByText('Unfinished', { selector: 'ins' })).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: /bob1/ }));
  await struckOut('Earlier');
});

it('takes a text back after a question, keeps what stood there, and goes on writing from it', async () => {
  keep();
  const { user } = await edit(DRAFT);
  const dialog = await open(user);
  await user.click(await dialog.findByRole('radio', { name: /bob1/ }));
  await user.click(dialog.getByRole('button', { name: 'Restore this text' }));
  const question = within(await screen.findByRole('dialog', { name: 'Restore this text?' }));
  await user.click(question.getByRole('button', { name: 'Back to the revisions' }));
  expect(await screen.findByRole('radio', { name: /bob1/ })).toBeChecked();
  expect(title()).toHaveValue('Unfinished');
  await user.click(screen.getByRole('button', { name: 'Restore this text' }));
  await user.click(await screen.findByRole('button', { name: 'Restore it' }));
  expect(await screen.findByText(/^The earlier text is back\./)).toBeVisible();
  expect(title()).toHaveValue('Earlier');
  expect(content()).toHaveTextContent('Earlier it was.');
  expect(stored(DRAFT)).toMatchObject({ title: 'Earlier', content: '<p>Earlier it was.</p>', status: 'draft' });
  expect(portal.data.revisions.get(DRAFT)?.[0]).toMatchObject({ title: 'Unfinished' });
  await user.type(title(), ' and more');
  expect(await form().findByText(/^Saved/, undefined, { timeout: 4000 })).toBeVisible();
  expect(stored(DRAFT)?.title).toBe('Earlier and more');
});

it('saves what is not saved before it is compared, and says of what is out that it is not published', async () => {
  const { user } = await edit(PUBLISHED);
  await user.type(title(), ' at last');
  const dialog = await open(user);
  expect(await dialog.findByRole('radio', { name: /published/ })).toBeChecked();
  expect(stored(PUBLISHED)?.pending?.title).toBe('Pilot study begins at last');
  await user.click(dialog.getByRole('button', { name: 'Restore this text' }));
  await user.click(await screen.findByRole('button', { name: 'Restore it' }));
  expect(await screen.findByText('These changes are not published.')).toBeVisible();
  expect(title()).toHaveValue('Pilot study begins');
});

it('says when there is none, and of a new release that nothing is saved', async () => {
  const { user, unmount } = await edit(DRAFT);
  expect(await (await open(user)).findByText('No earlier texts yet.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Restore this text' })).toBeDisabled();
  unmount();
  const fresh = await begin();
  await fresh.user.click(screen.getByRole('button', { name: 'Revisions' }));
  expect(await screen.findByText(/^There are no earlier texts yet/)).toBeVisible();
});

it('says what could not be loaded, and reads it again', async () => {
  keep();
  portal.server.use(
    http.get(listPressReleaseRevisions.path, () => problem('internal'), { once: true }),
    http.get(readPressReleaseRevision.path, () => problem('internal'), { once: true }),
  );
  const { user } = await edit(DRAFT);
  const dialog = await open(user);
  expect(await dialog.findByText('The revisions could not be loaded.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await dialog.findByText('This text could not be loaded.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  await struckOut('Later');
});

it('takes nothing back over what somebody else saved meanwhile', async () => {
  keep();
  const { user } = await edit(DRAFT);
  const dialog = await open(user);
  await user.click(await dialog.findByRole('radio', { name: /bob1/ }));
  const draft = stored(DRAFT);
  if (draft) Object.assign(draft, { title: 'By somebody else', etag: '"9"' });
  await user.click(dialog.getByRole('button', { name: 'Restore this text' }));
  await user.click(await screen.findByRole('button', { name: 'Restore it' }));
  expect(await screen.findByText(/^The earlier text was not taken back\. Somebody else/)).toBeVisible();
  expect(stored(DRAFT)?.title).toBe('By somebody else');
});

describe('what could not be saved first is not replaced', () => {
  const refused = [
    ['refused', () => problem('validation', 'Too long.', { status: 400 })],
    ['not reached', () => problem('internal', 'Away.', { status: 503 })],
  ] as const;

  it.each(refused)('by an earlier text: %s', async (_, answer) => {
    keep();
    portal.server.use(http.put(savePressReleaseText.path, answer));
    const { user } = await edit(DRAFT);
    await user.type(title(), ' of mine');
    const dialog = await open(user);
    await user.click(await dialog.findByRole('radio', { name: /bob1/ }));
    await user.click(dialog.getByRole('button', { name: 'Restore this text' }));
    await user.click(await screen.findByRole('button', { name: 'Restore it' }));
    expect(
      await screen.findByText(
        /^The earlier text was not taken back\. What stands here could not be saved first: the save status says why\.$/,
      ),
    ).toBeVisible();
    expect(title()).toHaveValue('Unfinished of mine');
    expect(stored(DRAFT)?.title).toBe('Unfinished');
    portal.server.resetHandlers();
    saveNow();
  });

  it.each(refused)('by the published one: %s', async (_, answer) => {
    const pending = {
      title: 'Beside',
      content: '<p>Beside.</p>',
      target: ['public' as const],
      sendEmail: true,
      publishAt: null,
    };
    Object.assign(stored(PUBLISHED) ?? {}, {
      pending: { ...pending, savedAt: '2026-11-20T11:00:00.000Z', savedBy: 'ada@lab.example' },
    });
    const { user } = await edit(PUBLISHED);
    portal.server.use(http.put(savePressReleaseText.path, answer));
    await user.type(title(), ' of mine');
    await user.click(screen.getByRole('button', { name: 'Discard the changes' }));
    await user.click(await screen.findByRole('button', { name: 'Discard them' }));
    expect(
      await screen.findByText(
        /^The changes were not discarded\. They could not be saved first: the save status says why\.$/,
      ),
    ).toBeVisible();
    expect(title()).toHaveValue('Beside of mine');
    expect(stored(PUBLISHED)?.pending?.title).toBe('Beside');
    portal.server.resetHandlers();
    saveNow();
  });
});
