import { buildUser } from '@cytocomm/test-kit';
import { screen, waitFor } from '@testing-library/react';
import { begin, DRAFT, edit, form, PUBLISHED, portal, saveNow, stored } from './testing/editing-page.tsx';

const box = (name: string) => form().getByRole('checkbox', { name });
const group = () => form().findByRole('checkbox', { name: 'series-a' });
const forGroups = (id: string) => Object.assign(stored(id) ?? {}, { target: ['investors'], groups: ['series-a'] });
const WIDENED = /^It is for all investors now\./;

beforeEach(() => {
  portal.data.users = [buildUser({ email: 'fund@x.example', roles: ['investor'], groups: ['series-a'] })];
});

it('Public says which groups it takes away, and they are back with the next click', async () => {
  forGroups(DRAFT);
  const { user } = await edit(DRAFT);
  expect(await group()).toBeChecked();
  await user.click(box('Public'));
  expect(form().getByText(/it is not only for series-a any more\. Untick Public to have that back\./)).toBeVisible();
  saveNow();
  await waitFor(() => expect(stored(DRAFT)?.target).toContain('public'));
  expect(stored(DRAFT)?.groups ?? []).toEqual([]);
  await user.click(box('Public'));
  expect(await group()).toBeChecked();
  expect(form().queryByText(/any more/)).toBeNull();
  expect(form().queryByText(WIDENED)).toBeNull();
  saveNow();
  await waitFor(() => expect(stored(DRAFT)?.groups).toEqual(['series-a']));
});

it('a draft that was saved as public says that it is for all investors when Public is unticked', async () => {
  Object.assign(stored(DRAFT) ?? {}, { target: ['public', 'investors'] });
  const { user } = await edit(DRAFT);
  await user.click(box('Public'));
  expect(await form().findByText(WIDENED)).toBeVisible();
  await user.click(await group());
  expect(form().queryByText(WIDENED)).toBeNull();
  saveNow();
  await waitFor(() => expect(stored(DRAFT)?.groups).toEqual(['series-a']));
});

it('changes of a release published for groups are for these again when Public is unticked', async () => {
  forGroups(PUBLISHED);
  const first = await edit(PUBLISHED);
  await first.user.click(box('Public'));
  saveNow();
  await waitFor(() => expect(stored(PUBLISHED)?.pending?.target).toContain('public'));
  first.unmount();
  const { user } = await edit(PUBLISHED);
  await user.click(box('Public'));
  expect(await group()).toBeChecked();
  saveNow();
  await waitFor(() => expect(stored(PUBLISHED)?.pending?.groups).toEqual(['series-a']));
});

it('a new release, which had no groups before, says nothing of them', async () => {
  const { user } = await begin();
  await user.click(box('Investors'));
  await user.click(box('Public'));
  expect(await group()).not.toBeChecked();
  expect(screen.queryByText(WIDENED)).toBeNull();
  saveNow();
  await waitFor(() => expect(portal.data.pressReleases).toHaveLength(4));
});
