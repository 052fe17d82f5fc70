import type { Role, SectionContribution, SectionProps } from '@cytocomm/contract';
import { Link, MemoryRouter, Toaster, useLocation, useNavigate } from '@cytocomm/kit';
import { acceptSignIn, addRoles, endSession, keepDraft, useSession } from '@cytocomm/session';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, use, useEffect, useState } from 'react';
import { createComponentStore } from '../composition/component-store.ts';
import { CompositionContext, createFailedParts } from '../composition/composition.ts';
import { isComponent, type RemoteLoader } from '../composition/remotes.ts';
import { testLock, testRelease } from '../testing.ts';
import Dashboard from './Dashboard.tsx';

const section = (id: string, role: Role, order: number, alsoFor: Role[] = []): SectionContribution => ({
  id,
  component: id,
  role,
  alsoFor,
  label: `${role.slice(0, 1).toUpperCase()}${role.slice(1)}`,
  order,
});
const lock = testLock(
  testRelease('mfe-a', {
    sections: [
      section('Users', 'admin', 1),
      section('Reports', 'investor', 2, ['admin']),
      section('InvestorsAlone', 'investor', 3),
      section('Notes', 'customer', 4, ['admin']),
      section('Releases', 'developer', 5),
      section('Studies', 'lab-partner', 6, ['admin']),
      { ...section('Mails', 'admin', 7), tool: { path: 'mail', title: 'Mail', new: 'New mail' } },
      { ...section('News', 'investor', 8, ['admin']), tool: { path: 'news', title: 'News' } },
    ],
  }),
);

/** A section that shows its name, its role, and the role of its calls. */
const sectionNamed = (name: string) =>
  function Section({ activeRole, preview, place }: SectionProps) {
    const previewRole = useSession((session) => session.previewAs);
    return (
      <p>
        {name} for {activeRole}
        {preview ? `, read-only, asked as ${previewRole}` : ''}
        {place?.rest ? `, at ${place.rest} of ${place.path}` : ''}
      </p>
    );
  };
const sections = new Map<string | undefined, (props: SectionProps) => ReactNode>(
  lock.remotes[0]?.contributions.sections.map(({ id }) => [id, sectionNamed(id)]),
);
const loader: RemoteLoader = {
  loaded: <Props,>(_: unknown, name: string) => {
    const found: unknown = sections.get(name);
    return isComponent<Props>(found) ? found : undefined;
  },
  load: () => new Promise<never>(() => {}),
  reload: () => new Promise<never>(() => {}),
};
const components = createComponentStore(loader);
const composition = { lock, components, failedParts: createFailedParts() };

class SilentSource {
  close() {}
}
Object.assign(globalThis, { EventSource: SilentSource });

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}
const address = () => document.querySelector('output')?.textContent;

const initialSession = useSession.getInitialState();
const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
beforeEach(() => {
  scrolled.mockClear();
  sessionStorage.clear();
  useSession.setState(initialSession, true);
});

function open(roles: Role[], path = '/dashboard') {
  acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles, role: roles[0] });
  return render(
    <MemoryRouter initialEntries={[path]}>
      <CompositionContext value={composition}>
        <Dashboard />
      </CompositionContext>
      <Address />
    </MemoryRouter>,
  );
}
const shown = () =>
  screen.getAllByText(/ for (admin|investor|customer|developer|lab-partner)/).map((each) => each.textContent);
const rail = () => within(screen.getByRole('navigation', { name: 'Dashboard' }));

test('an admin previews the dashboard of a role as somebody with that role alone has it, marked and read-only', async () => {
  open(['admin']);
  expect(shown()).toEqual(['Users for admin']);
  await userEvent.selectOptions(rail().getByRole('combobox', { name: 'Preview as role' }), 'investor');
  const suffix = ', read-only, asked as investor';
  expect(shown()).toEqual([`Reports for investor${suffix}`, `InvestorsAlone for investor${suffix}`]);
  expect(rail().queryByRole('button', { name: 'Admin' })).not.toBeInTheDocument();
  const mark = screen.getByRole('region', { name: 'Preview' });
  expect(mark).toHaveTextContent('Preview as investor. Nothing can be changed here.');

  await userEvent.click(within(mark).getByRole('button', { name: 'End preview' }));
  expect(shown()).toEqual(['Users for admin']);
  expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument();
  expect(useSession.getState()).toMatchObject({ previewAs: null, activeRole: 'admin' });
});

test('choosing a preview folds the menu of a narrow screen, and the focus stays in sight', async () => {
  open(['admin']);
  await userEvent.click(rail().getByRole('button', { name: 'Menu' }));
  await userEvent.selectOptions(rail().getByRole('combobox', { name: 'Preview as role' }), 'investor');
  const toggle = rail().getByRole('button', { name: 'Menu' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(toggle).toHaveFocus();
});

test('a person without a required passkey sees no dashboard until they add one', () => {
  open(['admin']);
  act(() => useSession.setState({ passkeyNeeded: true }));
  expect(screen.getByText('Your role demands a passkey.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Set up a passkey' })).toHaveAttribute('href', '/account/security');
  expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(screen.queryByText(/for admin/)).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Dashboard' })).toBeNull();
  act(() => useSession.setState({ passkeyNeeded: false }));
  expect(shown()).toEqual(['Users for admin']);
});

test('a role that a remote brings has an entry, and a preview under its own words', async () => {
  addRoles([{ name: 'lab-partner', label: 'Partner of a lab' }]);
  const { unmount } = open(['lab-partner']);
  expect(rail().getByRole('button', { name: 'Lab-partner' })).toBeVisible();
  expect(shown()).toEqual(['Studies for lab-partner']);
  unmount();
  open(['admin']);
  await userEvent.selectOptions(rail().getByRole('combobox', { name: 'Preview as role' }), 'Partner of a lab');
  expect(shown()).toEqual(['Studies for lab-partner, read-only, asked as lab-partner']);
});

test('a role that no remote of the page brings has none', () => {
  open(['investor', 'king']);
  expect(useSession.getState().roles).toEqual(['investor']);
});

test.each(['customer', 'developer'] as const)('the preview as %s has an address, so a reload keeps it', (role) => {
  open(['admin'], `/dashboard?preview=${role}`);
  expect(shown()).toEqual([expect.stringMatching(new RegExp(` for ${role}, read-only, asked as ${role}$`))]);
});

test('the sections of a preview are never shown before the calls are made as that role', () => {
  const seen: (Role | null)[] = [];
  const stop = useSession.subscribe(({ previewAs }) => seen.push(previewAs));
  open(['admin'], '/dashboard/customer?preview=customer');
  stop();
  expect(seen.at(-1)).toBe('customer');
  expect(screen.queryByText('Notes for customer, read-only, asked as null')).not.toBeInTheDocument();
});

test('a preview lasts from tool to tool, in every address, until it is ended or left by Back', async () => {
  let go: ReturnType<typeof useNavigate> = () => undefined;
  function Remote() {
    go = useNavigate();
    return <p>a link for investor</p>;
  }
  const before = sections.get('Reports');
  sections.set('Reports', Remote);
  try {
    open(['admin'], '/dashboard/admin/mail');
    await userEvent.selectOptions(rail().getByRole('combobox', { name: 'Preview as role' }), 'investor');
    expect(address()).toBe('/dashboard/investor?preview=investor');
    // A remote does not know of previews.
    act(() => go('/dashboard/investor/news'));
    expect(address()).toBe('/dashboard/investor/news?preview=investor');
    expect(shown()).toEqual(['News for investor, read-only, asked as investor']);
    await userEvent.click(rail().getByRole('link', { name: 'Overview' }));
    expect(address()).toBe('/dashboard/investor?preview=investor');
    act(() => go('/dashboard/admin'));
    expect(address()).toBe('/dashboard/investor?preview=investor');
    await act(async () => go(-5));
    expect(address()).toBe('/dashboard/admin/mail');
    expect(shown()).toEqual(['Mails for admin']);
    expect(useSession.getState().previewAs).toBeNull();
  } finally {
    if (before) sections.set('Reports', before);
  }
});

test('only an admin can preview, by the menu or by the address', () => {
  open(['investor'], '/dashboard?preview=customer');
  expect(screen.queryByRole('combobox', { name: 'Preview as role' })).not.toBeInTheDocument();
  expect(shown()).toEqual(['Reports for investor', 'InvestorsAlone for investor']);
});

test.each(['admin', 'owner', ''])('there is no preview as “%s”', (role) => {
  open(['admin'], `/dashboard?preview=${role}`);
  expect(shown()).toEqual(['Users for admin']);
  expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument();
});

test('leaving the dashboard ends the preview', () => {
  const { unmount } = open(['admin'], '/dashboard?preview=investor');
  expect(useSession.getState().previewAs).toBe('investor');
  unmount();
  expect(useSession.getState().previewAs).toBeNull();
});

test('choosing an entry of the rail leads to the overview of that role, a link below it to a tool', async () => {
  open(['admin']);
  expect(address()).toBe('/dashboard/admin');
  await userEvent.click(rail().getByRole('button', { name: 'Customer' }));
  expect(shown()).toEqual(['Notes for customer']);
  expect(address()).toBe('/dashboard/customer');
  await userEvent.click(rail().getByRole('button', { name: 'Investor' }));
  expect(shown()).toEqual(['Reports for investor']);
  await userEvent.click(rail().getByRole('link', { name: 'News' }));
  expect(address()).toBe('/dashboard/investor/news');
  expect(shown()).toEqual(['News for investor']);
  expect(screen.getByRole('heading', { level: 2, name: 'News' })).toBeVisible();
  expect(document.title).toBe('News · Investor · Cytocomm');
  expect(rail().getByRole('link', { name: 'News' })).toHaveAttribute('aria-current', 'page');
});

test('a new record below a tool has its own title', () => {
  open(['admin'], '/dashboard/admin/mail/new');
  expect(document.title).toBe('New mail · Admin · Cytocomm');
});

test('what is open below a tool has the name that its section gives it, at that address alone', async () => {
  function Article({ place }: SectionProps) {
    const { nameOpened, rest, path } = place ?? { rest: '', path: '' };
    useEffect(() => nameOpened?.(rest === '' ? null : `Article ${rest}`), [nameOpened, rest]);
    return <Link to={`${path}/2/edit`}>Next</Link>;
  }
  sections.set('News', Article);
  open(['investor'], '/dashboard/investor/news/1');
  const way = () => within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(document.title).toBe('Article 1 · News · Investor · Cytocomm');
  expect(way().getByText('Article 1')).toHaveAttribute('aria-current', 'page');
  await userEvent.click(screen.getByRole('link', { name: 'Next' }));
  expect(document.title).toBe('Article 2/edit · News · Investor · Cytocomm');
  await userEvent.click(way().getByRole('link', { name: 'News' }));
  expect(document.title).toBe('News · Investor · Cytocomm');
  expect(way().queryByText(/^Article/)).toBeNull();
  sections.set('News', sectionNamed('News'));
});

test('a tool has its address, also below it, and nothing else is loaded', () => {
  const wanted = jest.spyOn(components, 'load');
  open(['admin'], '/dashboard/admin/mail/6b00/edit');
  expect(shown()).toEqual(['Mails for admin, at 6b00/edit of /dashboard/admin/mail']);
  expect(document.title).toBe('Edit · Mail · Admin · Cytocomm');
  expect(screen.getByRole('link', { name: 'Mail', current: false })).toHaveAttribute('href', '/dashboard/admin/mail');
  expect(wanted.mock.calls.filter(([, component]) => component !== 'Mails')).toEqual([]);
});

test.each([
  ['/dashboard/admin/nothing', 'Users for admin', 'Admin has no tool at this address. This is its overview.'],
  ['/dashboard/developer', 'Users for admin', 'You do not have the dashboard at this address. This is your Admin'],
])('%s is an overview of the person’s, and a sentence', (asked, content, words) => {
  open(['admin'], asked);
  expect(shown()).toEqual([content]);
  expect(screen.getByText(words, { exact: false })).toBeVisible();
  expect(address()).toBe(asked);
});

test('the role whose dashboard is shown becomes the active one, if it is the person’s', () => {
  const { unmount } = open(['admin', 'customer'], '/dashboard/customer');
  expect(useSession.getState().activeRole).toBe('customer');
  unmount();
  open(['admin'], '/dashboard/investor/news');
  expect(shown()).toEqual(['News for investor']);
  expect(useSession.getState().activeRole).toBe('admin');
});

test('the bare address becomes that of the role, with its query', () => {
  open(['admin'], '/dashboard?local-remote=mfe-lab');
  expect(address()).toBe('/dashboard/admin?local-remote=mfe-lab');
});

test('a person whose roles change meanwhile is told which are gone and which are new', async () => {
  open(['admin', 'customer']);
  render(<Toaster />);
  act(() => useSession.setState({ roles: ['customer', 'investor'] }));
  expect(await screen.findByText('Your access has changed. You no longer have: Admin')).toBeVisible();
  expect(screen.getByText('Your access has changed. You now have: Investor')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Admin' })).toBeNull();
});

describe('text that is not saved', () => {
  const logout = () => userEvent.click(rail().getByRole('button', { name: 'Logout' }));
  beforeEach(() => {
    globalThis.fetch = async () => new Response(null, { status: 204 });
  });

  test('is not discarded by Logout without a question', async () => {
    open(['admin']);
    keepDraft('release', 'Unpublished');
    await logout();
    const dialog = within(screen.getByRole('dialog', { name: 'Log out and discard what you wrote?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Stay' }));
    expect(useSession.getState().status).toBe('signed-in');
    await logout();
    await userEvent.click(screen.getByRole('button', { name: 'Discard it and log out' }));
    expect(useSession.getState().status).toBe('signed-out');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  test('is all that is asked about', async () => {
    open(['admin']);
    await logout();
    expect(useSession.getState().status).toBe('signed-out');
  });

  test('is told to wait when the session has ended, at the top of the page', () => {
    open(['admin']);
    keepDraft('release', 'Unpublished');
    expect(scrolled).not.toHaveBeenCalled();
    act(() => endSession('Your session has ended. Sign in again to go on.'));
    expect(scrolled).toHaveBeenCalledWith(0, 0);
    expect(screen.getByText(/The text that you had not saved waits in this tab/)).toBeVisible();
  });
});

test('a mail’s address of the dashboard offers the e-mail that the mail was to, and leads back without it', async () => {
  open(['admin'], '/dashboard/admin/releases?x=1#for=ada%40lab.example');
  act(() => endSession('Your session has ended.'));
  expect(screen.getByText('Sign in with ada@lab.example to see your dashboard.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(useSession.getState().signIn).toEqual({
    open: true,
    returnTo: '/dashboard/admin/releases?x=1',
    email: 'ada@lab.example',
  });
});

test('a form of one person is not handed on to the next one', () => {
  function Form() {
    const [writer] = useState(() => useSession.getState().email);
    return <p>of {writer} for admin</p>;
  }
  sections.set('Users', Form);
  open(['admin']);
  expect(shown()).toEqual(['of ada@lab.example for admin']);
  act(() => acceptSignIn({ email: 'grace@lab.example', name: 'Grace', roles: ['admin'], role: 'admin' }));
  expect(shown()).toEqual(['of grace@lab.example for admin']);
  sections.set('Users', sectionNamed('Users'));
});

test('a section that waits for something of its own hides neither the frame nor the sections beside it', async () => {
  const never = new Promise<string>(() => undefined);
  const before = sections.get('Reports');
  sections.set('Reports', () => use(never));
  try {
    await act(async () => open(['investor']));
    expect(screen.getByText('InvestorsAlone for investor')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
  } finally {
    if (before) sections.set('Reports', before);
  }
});
