import { Link, useLocation } from '@cytocomm/kit';
import { buildPressRelease, renderRemote, startFakePortal, stopClock } from '@cytocomm/test-kit';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import PressReleases from '../../sections/PressReleases.tsx';

stopClock(new Date('2026-11-20T12:00:00.000Z'));

// Nothing is laid out here; the editor asks where its text stands.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

export const [PUBLISHED, SCHEDULED, DRAFT] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)];

/** What is not saved yet is saved when a page goes: before the portal is emptied, so that no test meets what the one before left. */
afterEach(async () => {
  cleanup();
  await waitFor(() => expect(unsavedKeys()).toEqual([]), { timeout: 4000 });
});

export const portal = startFakePortal(() => ({
  pressReleases: [
    buildPressRelease({
      id: PUBLISHED,
      title: 'Pilot study begins',
      content: '<p>It begins.</p>',
      sendEmail: true,
      mailing: 'queued',
    }),
    buildPressRelease({
      id: SCHEDULED,
      title: 'Figures',
      status: 'scheduled',
      date: '2026-11-25T08:00:00.000Z',
      publishAt: '2026-11-25T08:00:00.000Z',
      target: ['investors'],
    }),
    buildPressRelease({ id: DRAFT, title: 'Unfinished', content: '<p>One.</p><p>Two.</p>', status: 'draft' }),
  ],
}));

export const PATH = '/dashboard/admin/releases';

/** The tool as the shell shows it: below its address. */
export function Tool() {
  const { pathname } = useLocation();
  return (
    <>
      <Link to={PATH}>Elsewhere</Link>
      <PressReleases place={{ path: PATH, rest: pathname.slice(PATH.length + 1) }} />
    </>
  );
}

export const open = (rest = '/new', email = 'ada@lab.example') =>
  renderRemote(<Tool />, { session: { email, roles: ['admin'] }, path: PATH + rest });
/** The page of a new release, once the editor has come. */
export const begin = async (email?: string) => {
  const rendered = open('/new', email);
  await screen.findByRole('form', { name: 'Press release' });
  return rendered;
};
export const edit = async (id: string) => {
  const rendered = open(`/${id}/edit`);
  await screen.findByRole('form', { name: 'Press release' });
  return rendered;
};
export const form = () => within(screen.getByRole('form', { name: 'Press release' }));
export const content = () => form().getByRole('textbox', { name: 'Content' });
export const title = () => form().getByLabelText('Title');
export const stored = (id: string) => portal.data.pressReleases.find((release) => release.id === id);
export const last = () => portal.data.pressReleases.at(-1);
export type Person = ReturnType<typeof open>['user'];

/** Puts HTML into the editor as a paste does. */
export function paste(html: string): void {
  const data: Record<string, string> = { 'text/html': html, 'text/plain': '' };
  fireEvent.paste(content(), {
    clipboardData: { getData: (type: string) => data[type] ?? '', types: Object.keys(data), files: [], items: [] },
  });
}
export async function write(user: Person, words = 'News', html = '<p>Something new.</p>') {
  await user.type(title(), words);
  paste(html);
}
export const submit = (label = 'Publish') => form().getByRole('button', { name: label });
/** Has the page save without the pause in typing. */
export const saveNow = () => act(() => void window.dispatchEvent(new Event('online')));
/** The texts that this browser keeps. */
export const unsavedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('unsaved'));
