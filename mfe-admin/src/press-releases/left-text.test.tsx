import { screen, waitFor, within } from '@testing-library/react';
import { emptyDraft } from './press-release-draft.ts';
import { begin, DRAFT, edit, saveNow, stored, title, unsavedKeys } from './testing/editing-page.tsx';
import { keepUnsaved, newUnsavedKey } from './unsaved-text.ts';

const DAY_MS = 24 * 3_600_000;
const isOffered = () => screen.queryByText(/did not reach the portal/) !== null;

it('is removed after 30 days, for each writer', async () => {
  const draft = { ...emptyDraft, title: 'Forgotten' };
  const keep = (email: string, days: number) =>
    localStorage.setItem(
      `unsaved press release of ${email}: ${days}`,
      JSON.stringify({ id: null, etag: null, base: null, draft, at: Date.now() - days * DAY_MS }),
    );
  keep('grace@lab.example', 31);
  keep('grace@lab.example', 29);
  keep('ada@lab.example', 31);
  localStorage.setItem('unsaved press release of grace@lab.example: broken', '{');
  await begin();
  expect(isOffered()).toBe(false);
  expect(unsavedKeys()).toEqual(['unsaved press release of grace@lab.example: 29']);
  localStorage.clear();
});

it('that reached the server before its page closed is not offered, and removed', async () => {
  const first = await edit(DRAFT);
  await first.user.type(title(), ' still');
  saveNow();
  expect(await screen.findByText('Saved 12:00')).toBeVisible();
  const { title: saved = '', content = '' } = stored(DRAFT) ?? {};
  first.unmount();
  const draft = { ...emptyDraft, title: saved, content, when: 'draft' as const };
  keepUnsaved({ key: newUnsavedKey(), id: DRAFT, etag: '"1"', base: null, draft });
  await edit(DRAFT);
  expect(title()).toHaveValue('Unfinished still');
  expect(isOffered()).toBe(false);
  expect(unsavedKeys()).toEqual([]);
});

it('is not offered for a text that was just chosen', async () => {
  const { user } = await edit(DRAFT);
  await user.type(title(), ' by me');
  Object.assign(stored(DRAFT) ?? {}, { content: '<p>Theirs.</p>', etag: '"7"', changedBy: 'bob@x.example' });
  saveNow();
  const view = within(await screen.findByRole('region', { name: 'Two versions' }));
  await user.click(view.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(stored(DRAFT)?.title).toBe('Unfinished by me'));
  expect(isOffered()).toBe(false);
});
