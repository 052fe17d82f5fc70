import {
  BAD_ANSWERS,
  buildDocument,
  buildUser,
  type RenderedRemote,
  renderRemote,
  startFakePortal,
  stopClock,
} from '@cytocomm/test-kit';
import { fireEvent, screen, within } from '@testing-library/react';
import { http } from 'msw';
import type { ReactElement } from 'react';
import DocumentsAdmin from './DocumentsAdmin.tsx';
import PressReleases from './PressReleases.tsx';
import Users from './Users.tsx';

// A bad answer of any kind is reported where the action was; nothing is claimed, and nothing typed is lost.

stopClock(new Date('2026-11-20T12:00:00.000Z'));
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

const RELEASES = '/dashboard/admin/releases';
const boss = buildUser({ email: 'boss@x.example', name: 'Boss', roles: ['admin'] });
const ada = buildUser({ email: 'ada@x.example', name: 'Ada', roles: ['investor'] });
const portal = startFakePortal(() => ({
  users: [boss, ada].map((user) => ({ ...user, roles: [...user.roles] })),
  documents: [buildDocument({ title: 'Report' })],
}));

type Person = RenderedRemote['user'];
const press = async (user: Person, name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const pressReleaseForm = () => within(screen.getByRole('form', { name: 'Press release' }));

/** Puts text into the editor as a paste does. */
function paste(html: string): void {
  fireEvent.paste(pressReleaseForm().getByRole('textbox', { name: 'Content' }), {
    clipboardData: {
      getData: (type: string) => (type === 'text/html' ? html : ''),
      types: ['text/html'],
      files: [],
      items: [],
    },
  });
}

interface Deed {
  readonly deed: string;
  readonly call: Parameters<typeof http.all>[0];
  readonly screen: ReactElement;
  readonly act: (user: Person) => Promise<void>;
  /** What would be said of a success. */
  readonly success: RegExp;
  /** What still has to be there. */
  readonly kept: () => void;
}

const deeds: readonly Deed[] = [
  {
    deed: 'adding a user',
    call: '/api/admin/users',
    screen: <Users />,
    act: async (user) => {
      await screen.findByRole('row', { name: /ada@x/ });
      await user.type(screen.getByLabelText('Email'), 'new@x.example');
      await press(user, 'Add User');
    },
    success: /User added/,
    kept: () => expect(screen.getByLabelText('Email')).toHaveValue('new@x.example'),
  },
  {
    deed: 'giving a role',
    call: '/api/admin/users/:email',
    screen: <Users />,
    act: async (user) => {
      const row = await screen.findByRole('row', { name: /ada@x/ });
      await user.click(within(row).getByRole('checkbox', { name: /Customer/ }));
    },
    success: /Role (changed|updated)/,
    kept: () =>
      expect(
        within(screen.getByRole('row', { name: /ada@x/ })).getByRole('checkbox', { name: /Customer/ }),
      ).not.toBeChecked(),
  },
  {
    deed: 'deleting a document',
    call: '/api/admin/documents/:id',
    screen: <DocumentsAdmin />,
    act: async (user) => {
      await press(user, /^Delete Report/);
      await press(user, 'Delete document');
    },
    success: /Document deleted/,
    kept: () => expect(screen.getByText('Report')).toBeVisible(),
  },
  {
    deed: 'publishing a press release',
    call: '/api/admin/press-releases/:id',
    screen: <PressReleases place={{ path: RELEASES, rest: 'new' }} />,
    act: async (user) => {
      await screen.findByRole('form', { name: 'Press release' });
      await user.type(pressReleaseForm().getByLabelText('Title'), 'News');
      paste('<p>Something new.</p>');
      await press(user, 'Publish');
    },
    success: /submitted successfully/,
    kept: () => {
      expect(pressReleaseForm().getByLabelText('Title')).toHaveValue('News');
      expect(pressReleaseForm().getByRole('textbox', { name: 'Content' })).toHaveTextContent('Something new.');
    },
  },
];

describe.each(deeds)('$deed', ({ call, screen: shown, act, success, kept }) => {
  it.each(BAD_ANSWERS)('answered by %s', async (_, respond, told) => {
    const fault = http.all(call, ({ request }) => (request.method === 'GET' ? undefined : respond()));
    portal.server.use(fault);
    const { user } = renderRemote(shown, { session: boss });
    await act(user);
    expect((await screen.findAllByText(told))[0]).toBeVisible();
    expect(screen.queryByText(success)).toBeNull();
    kept();
  });
});
