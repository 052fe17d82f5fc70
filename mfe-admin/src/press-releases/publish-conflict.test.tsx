import { portalApi, portalStore } from '@cytocomm/portal-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  DRAFT,
  edit,
  form,
  portal,
  SCHEDULED,
  saveNow,
  stored,
  submit,
  title,
  unsavedKeys,
} from './testing/editing-page.tsx';

const saveTheirs = (id: string, change: object) => {
  Object.assign(stored(id) ?? {}, change, { etag: '"7"', changedBy: 'bob@x.example' });
};
const versions = async () => within(await screen.findByRole('region', { name: 'Two versions' }));
const chooseNow = async () => {
  const { user } = await edit(DRAFT);
  await user.click(form().getByRole('radio', { name: 'Now' }));
  await user.type(title(), ' by me');
  saveNow();
  await screen.findByText('Saved 12:00');
  return user;
};

it('at Publish shows both texts; the chosen one is published on request', async () => {
  const user = await chooseNow();
  saveTheirs(DRAFT, { content: '<p>One.</p><p>Two of theirs.</p>', target: ['investors'] });
  await user.click(submit());
  const view = await versions();
  expect(view.getByText(/Nothing of yours was published/)).toBeVisible();
  // What I chose under Publish is mine: it is not stored before.
  expect(view.queryByRole('heading', { name: 'Publish' })).toBeNull();
  expect(view.getByRole('heading', { name: 'Target' })).toBeVisible();
  await user.click(view.getByRole('button', { name: 'Copy both' }));
  const both = '<p>One.</p><p>Two of theirs.</p><p>One.</p><p>Two.</p>';
  await waitFor(() => expect(stored(DRAFT)).toMatchObject({ content: both, target: ['investors'] }));
  expect(stored(DRAFT)?.status).toBe('draft');
  expect(await screen.findByText('It is not published yet: read it, then publish it.')).toBeVisible();
  expect(submit()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
  expect(stored(DRAFT)).toMatchObject({ title: 'Unfinished by me', content: both, status: 'published' });
  expect(unsavedKeys()).toEqual([]);
});

it('at Publish shows both texts also when the other one was read before', async () => {
  const user = await chooseNow();
  saveTheirs(DRAFT, { content: '<p>One.</p><p>Two of theirs.</p>', updatedAt: '2026-11-20T12:01:00.000Z' });
  act(() => void portalStore.dispatch(portalApi.util.invalidateTags(['PressRelease'])));
  await waitFor(() => expect(JSON.stringify(portalStore.getState())).toContain('Two of theirs'));
  await user.click(submit());
  expect((await versions()).getByText(/Nothing of yours was published/)).toBeVisible();
  await user.click((await versions()).getByRole('button', { name: 'Take theirs' }));
  expect(submit()).toBeVisible();
  localStorage.clear();
});

it('publishes at once when the other one changed nothing of the text', async () => {
  const user = await chooseNow();
  saveTheirs(DRAFT, {});
  await user.click(submit());
  expect(await screen.findByText('Press release submitted successfully!')).toBeVisible();
  expect(stored(DRAFT)).toMatchObject({ title: 'Unfinished by me', status: 'published' });
});

it('says that the other person published it, and keeps both texts to choose from', async () => {
  const user = await chooseNow();
  saveTheirs(DRAFT, { title: 'Out already', status: 'published', date: '2026-11-20T11:59:00.000Z' });
  await user.click(submit());
  const view = await versions();
  await user.click(view.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(stored(DRAFT)?.pending?.title).toBe('Unfinished by me'));
  expect(stored(DRAFT)?.title).toBe('Out already');
  expect(submit('Update')).toBeVisible();
});

it('asks before it takes back what the other one scheduled', async () => {
  const { user } = await edit(DRAFT);
  saveTheirs(DRAFT, {
    status: 'scheduled',
    date: '2026-12-01T06:00:00.000Z',
    publishAt: '2026-12-01T06:00:00.000Z',
    timeZone: 'Europe/Berlin',
  });
  await user.click(submit('Save draft'));
  const view = await versions();
  expect(view.getByText('They scheduled it.')).toBeVisible();
  await user.click(view.getByRole('button', { name: 'Keep mine' }));
  expect(await screen.findByLabelText('Time zone')).toHaveValue('Europe/Berlin');
  expect(stored(DRAFT)?.status).toBe('scheduled');
});

it('shows that the other one chose another zone for the same moment', async () => {
  const { user } = await edit(SCHEDULED);
  saveTheirs(SCHEDULED, { timeZone: 'Asia/Tokyo' });
  await user.type(title(), '!');
  saveNow();
  const view = await versions();
  expect(view.getByText('2026-11-25 17:00 (Asia/Tokyo)', { selector: 'del' })).toBeVisible();
  portal.data.pressReleases = [];
  localStorage.clear();
});
