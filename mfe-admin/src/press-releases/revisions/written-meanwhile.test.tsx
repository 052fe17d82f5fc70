import {
  discardPressReleaseText,
  readPressReleaseState,
  restorePressReleaseRevision,
  savePressReleaseText,
} from '@cytocomm/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import {
  DRAFT,
  edit,
  form,
  type Person,
  PUBLISHED,
  portal,
  saveNow,
  stored,
  title,
  unsavedKeys,
} from '../testing/editing-page.tsx';

/** Holds the next request of an address back until the test lets it go on. */
function hold({ path }: { readonly path: string }) {
  const started = Promise.withResolvers<void>();
  const paused = Promise.withResolvers<void>();
  const handler = async () => {
    started.resolve();
    await paused.promise;
    return undefined;
  };
  portal.server.use(http.all(path, handler, { once: true }));
  return { started: started.promise, goOn: () => paused.resolve() };
}
const keepMine = async (user: Person) => {
  const view = within(await screen.findByRole('region', { name: 'Two versions' }));
  await user.click(view.getByRole('button', { name: 'Keep mine' }));
};
/** Asks for the earlier text of the draft; its answer is held back. */
async function restoreHeld() {
  const content = '<p>Earlier it was.</p>';
  const at = '2026-11-11T09:30:00.000Z';
  const revision = { number: 1, title: 'Earlier', content, at, by: 'bob@lab.example', state: 'saved' as const };
  portal.data.revisions.set(DRAFT, [{ ...revision, isCurrent: false }]);
  Object.assign(stored(DRAFT) ?? {}, { etag: '"3"' });
  const restore = hold(restorePressReleaseRevision);
  const { user } = await edit(DRAFT);
  await user.click(screen.getByRole('button', { name: 'Revisions' }));
  await user.click(await screen.findByRole('radio', { name: /bob@lab/ }));
  await user.click(screen.getByRole('button', { name: 'Restore this text' }));
  await user.click(await screen.findByRole('button', { name: 'Restore it' }));
  await restore.started;
  return { user, restore };
}

it('what is written while an earlier text comes back stays: both are shown', async () => {
  const { user, restore } = await restoreHeld();
  await user.type(title(), ' of mine');
  restore.goOn();
  await keepMine(user);
  expect(title()).toHaveValue('Unfinished of mine');
  await waitFor(() => expect(stored(DRAFT)?.title).toBe('Unfinished of mine'));
  expect(screen.queryByText(/^The earlier text is back/)).toBeNull();
});

it('what is written while the changes are discarded stays: both are shown', async () => {
  const text = { content: '<p>Beside.</p>', target: ['public' as const], sendEmail: true, publishAt: null };
  const pending = { ...text, title: 'Beside', savedAt: '2026-11-20T11:00:00.000Z', savedBy: 'ada@lab.example' };
  Object.assign(stored(PUBLISHED) ?? {}, { pending });
  const { user } = await edit(PUBLISHED);
  const discard = hold(discardPressReleaseText);
  await user.click(screen.getByRole('button', { name: 'Discard the changes' }));
  await user.click(await screen.findByRole('button', { name: 'Discard them' }));
  await discard.started;
  await user.type(title(), ' of mine');
  discard.goOn();
  await keepMine(user);
  expect(title()).toHaveValue('Beside of mine');
  await waitFor(() => expect(stored(PUBLISHED)?.pending?.title).toBe('Beside of mine'));
});

it('what is written while the present text is read before an approval stays: both are shown', async () => {
  portal.data.pressReleaseApproval = true;
  const approval = { state: 'none', writers: ['ada@lab.example'] };
  Object.assign(stored(DRAFT) ?? {}, { author: 'ada@lab.example', changedBy: 'ada@lab.example', approval });
  const { user } = await edit(DRAFT);
  Object.assign(stored(DRAFT) ?? {}, { title: 'Changed', etag: '"9"', changedBy: 'bob@lab.example' });
  const reading = hold(readPressReleaseState);
  await user.click(form().getByRole('button', { name: 'Ask for approval' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ask for approval' }));
  await reading.started;
  await user.type(title(), ' of mine');
  reading.goOn();
  await keepMine(user);
  expect(title()).toHaveValue('Unfinished of mine');
  await waitFor(() => expect(stored(DRAFT)?.title).toBe('Unfinished of mine'));
});

it('a text that is being saved, and taken back, does not replace the earlier one that came first', async () => {
  const { user, restore } = await restoreHeld();
  const saving = hold(savePressReleaseText);
  const sent: Promise<unknown>[] = [];
  portal.server.events.on('request:start', ({ request }) => {
    if (request.method === 'PUT') sent.push(request.clone().json());
  });
  await user.type(title(), '!');
  saveNow();
  await saving.started;
  await user.type(title(), '{Backspace}');
  restore.goOn();
  await waitFor(() => expect(title()).toHaveValue('Earlier'));
  saving.goOn();
  await user.type(title(), ' and more');
  saveNow();
  await waitFor(() => expect(stored(DRAFT)?.title).toBe('Earlier and more'));
  expect(title()).toHaveValue('Earlier and more');
  const titles = (await Promise.all(sent)).map((text) => Object(text).title);
  expect(titles).toEqual(['Unfinished!', 'Earlier and more']);
  expect(screen.queryByRole('region', { name: 'Two versions' })).toBeNull();
  expect(unsavedKeys()).toEqual([]);
});
