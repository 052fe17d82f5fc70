import { ALERT_CONFIRM_PATH, ALERT_UNSUBSCRIBE_PATH } from '@cytocomm/contract';
import { BAD_ANSWERS, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import config from '../../remote.config.ts';
import AlertConfirm from '../pages/AlertConfirm.tsx';
import AlertUnsubscribe from '../pages/AlertUnsubscribe.tsx';

const portal = startFakePortal();
let sent: { address: string; body: unknown }[] = [];

beforeEach(() => {
  sent = [];
  portal.server.use(
    http.post('/api/alerts/:action', async ({ request }) => {
      sent.push({ address: new URL(request.url).pathname, body: await request.json() });
      return HttpResponse.json({ message: 'Done.' });
    }),
  );
});

const confirm = (query = '?token=a.token-1') =>
  renderRemote(<AlertConfirm />, { path: `${ALERT_CONFIRM_PATH}${query}` });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('stands where the links of the mails lead, and is not for search engines', () => {
  const routes = config.contributions.routes.filter(({ path }) => path.startsWith('/alerts/'));
  expect(routes.map(({ path, unlisted }) => [path, unlisted])).toEqual([
    [ALERT_CONFIRM_PATH, true],
    [ALERT_UNSUBSCRIBE_PATH, true],
  ]);
});

it.each([
  ['Confirm', <AlertConfirm key="c" />, ALERT_CONFIRM_PATH, 'Your e-mail alerts are confirmed.'],
  ['Unsubscribe', <AlertUnsubscribe key="u" />, ALERT_UNSUBSCRIBE_PATH, 'You are unsubscribed.'],
])('%s does nothing until somebody presses the button, and then says what was done', async (name, page, path, done) => {
  const { user } = renderRemote(page, { path: `${path}?token=a.token-1` });
  const button = screen.getByRole('button', { name });
  expect(sent).toEqual([]);
  await user.click(button);
  expect(await heading(done)).toHaveFocus();
  expect(sent).toEqual([{ address: `/api${path}`, body: { token: 'a.token-1' } }]);
  expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

it('sends a token once, however often the button is pressed', async () => {
  const { user } = confirm();
  await user.dblClick(screen.getByRole('button', { name: 'Confirm' }));
  await heading('Your e-mail alerts are confirmed.');
  expect(sent).toHaveLength(1);
});

it.each([
  ['spent or expired', () => problem('invalid-link', undefined, { status: 400 })],
  ['far too long', () => problem('validation')],
])('says of a link that is %s what to do now', async (_, answer) => {
  portal.server.use(http.post('/api/alerts/confirm', answer));
  const { user } = confirm();
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await heading('Invalid or expired link')).toHaveFocus();
  expect(screen.getByText(/sign up again/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
});

it.each(['', '?token='])('knows an address without a token at once: %j', async (query) => {
  confirm(query);
  expect(await heading('Invalid or expired link')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it.each([
  ['the server has a problem', () => problem('internal', 'Something failed on our side.'), /Something failed/],
  ['no answer comes', () => HttpResponse.error(), /The server did not answer/],
])('can be tried again when %s', async (_, answer, words) => {
  portal.server.use(http.post('/api/alerts/confirm', answer, { once: true }));
  const { user } = confirm();
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Nothing was changed.');
  expect(alert).toHaveTextContent(words);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await heading('Your e-mail alerts are confirmed.')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it.each(BAD_ANSWERS)('%s confirms nothing, and can be tried again', async (_, respond) => {
  portal.server.use(http.post('/api/alerts/confirm', respond, { once: true }));
  const { user } = confirm();
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await user.click(await screen.findByRole('button', { name: /again|Retry|Confirm/ }));
  expect(await heading('Your e-mail alerts are confirmed.')).toBeVisible();
  expect(sent).toHaveLength(1);
});
