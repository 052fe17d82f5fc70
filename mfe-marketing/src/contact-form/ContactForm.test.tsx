import { FORM_RESULTS } from '@cytocomm/contract';
import { Route, Routes, StaticRouter } from '@cytocomm/kit';
import { BAD_ANSWERS, problem, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
// biome-ignore lint/style/noRestrictedImports: the test plays the server that prerenders
import { renderToString } from 'react-dom/server';
import { Closing } from '../blocks/PageSections.tsx';
import { software } from '../content/software.ts';
import { ContactForm } from './ContactForm.tsx';

// The proof of work needs workers, which jsdom has not; what it answers is all that the form sees.
jest.mock('../captcha/solve-altcha.ts', () => ({ solveAltcha: jest.fn(async () => 'a-proof') }));
const { solveAltcha } = jest.requireMock<{ solveAltcha: jest.Mock }>('../captcha/solve-altcha.ts');

const portal = startFakePortal();
let sent: unknown[] = [];

const expiresAt = Date.now() / 1000 + 3600;
const work = { algorithm: 'PBKDF2/SHA-256', nonce: '00', salt: '00', cost: 1, keyLength: 32, keyPrefix: '00' };
const challenge = { provider: 'altcha', parameters: { ...work, expiresAt }, signature: 'x' };

beforeEach(() => {
  sent = [];
  solveAltcha.mockImplementation(async () => 'a-proof');
  portal.server.use(
    http.get('/api/captcha', () => HttpResponse.json(challenge)),
    http.post('/api/contact', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({}, { status: 201 });
    }),
  );
});

const field = (name: string) => screen.getByRole('textbox', { name });
const send = () => screen.getByRole('button', { name: 'Send Message' });
const robot = () => screen.findByRole('checkbox', { name: 'I am not a robot' });

async function written({ subject = false } = {}) {
  const rendered = renderRemote(<ContactForm subject={subject} />);
  const { user } = rendered;
  await user.type(field('Full Name'), 'Ada Lovelace');
  await user.type(field('Email Address'), 'ada@lab.example');
  if (subject) await user.type(field('Subject'), 'A study');
  await user.type(field('Message'), 'First line{Enter}second line');
  return rendered;
}

async function solve(user: Awaited<ReturnType<typeof written>>['user']) {
  await user.click(await robot());
  await screen.findByText('Verified.');
}

it('knows who is signed in, and what the link was about', async () => {
  renderRemote(
    <Routes>
      <Route path="/" element={<ContactForm subject />} />
    </Routes>,
    { session: { name: 'Ada Lovelace', email: 'ada@fund.example', roles: ['investor'] } },
  );
  expect(field('Full Name')).toHaveValue('Ada Lovelace');
  expect(field('Email Address')).toHaveValue('ada@fund.example');
});

it('is a plain form that a browser can send by itself', () => {
  renderRemote(<ContactForm subject />);
  const form = screen.getByRole('form', { name: 'Contact form' });
  expect(form).toHaveAttribute('method', 'post');
  expect(form).toHaveAttribute('action', '/api/forms/contact');
  expect(['name', 'email', 'subject', 'message'].map((name) => form.querySelector(`[name="${name}"]`))).not.toContain(
    null,
  );
  expect(field('Full Name')).toBeRequired();
  expect(field('Subject')).not.toBeRequired();
});

it('holds the words for a browser without scripts, which the server leads back to, and only for it', () => {
  const page = document.createElement('div');
  page.innerHTML = renderToString(
    <StaticRouter location="/contact">
      <ContactForm />
    </StaticRouter>,
  );
  for (const id of Object.values(FORM_RESULTS.contact))
    expect(page.querySelector(`#${id}`)?.textContent).toMatch(/\w{4}/);
  const { container } = renderRemote(<ContactForm />);
  expect(container.querySelector('[id^="message-"]')).toBeNull();
});

it('asks for the check again, and of no scripts, where they run by now', () => {
  renderRemote(<ContactForm />, { path: '/contact#message-captcha' });
  expect(screen.getByText('Please verify that you are not a robot!')).toBeInTheDocument();
});

it('leads to the privacy notice in a tab of its own, so that nothing typed is lost', () => {
  renderRemote(<ContactForm />);
  const notice = screen.getByRole('link', { name: 'How long we keep it (opens in a new tab)' });
  expect(notice).toHaveAttribute('href', '/privacy');
  expect(notice).toHaveAttribute('target', '_blank');
});

it('loads nothing before somebody comes near it', () => {
  const readCaptcha = jest.fn();
  portal.server.use(http.get('/api/captcha', readCaptcha));
  renderRemote(<ContactForm />);
  expect(readCaptcha).not.toHaveBeenCalled();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

it('sends what was written, once the captcha is solved, and says so when the server has it', async () => {
  const { user } = await written({ subject: true });
  await solve(user);
  await user.click(send());
  expect(await screen.findByText('Message sent successfully!')).toBeVisible();
  expect(sent).toEqual([
    {
      name: 'Ada Lovelace',
      email: 'ada@lab.example',
      subject: 'A study',
      message: 'First line\nsecond line',
      captcha: 'a-proof',
    },
  ]);
  expect(field('Full Name')).toHaveValue('');
  expect(field('Message')).toHaveValue('');
});

it('resets after a message: empty, with another captcha', async () => {
  const { user } = await written();
  await solve(user);
  await user.click(send());
  await screen.findByText('Message sent successfully!');
  await waitFor(async () => expect(await robot()).not.toBeChecked());
  await user.click(send());
  expect(await screen.findByText('Please enter your name.')).toBeVisible();
  expect(sent).toHaveLength(1);
});

it('stops without a solved captcha', async () => {
  const { user } = await written();
  await robot();
  await user.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent('Please verify that you are not a robot!');
  expect(sent).toEqual([]);
  expect(field('Message')).toHaveValue('First line\nsecond line');
  await solve(user);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('says which fields are missing or wrong, and goes to the first', async () => {
  const { user } = renderRemote(<ContactForm />);
  await user.type(field('Full Name'), '  ');
  await user.type(field('Email Address'), 'a@x.example, b@y.example');
  await robot();
  await user.click(send());
  expect(await screen.findByText('Please enter your name.')).toBeVisible();
  expect(field('Email Address')).toHaveAccessibleDescription(/a valid e-mail address/);
  expect(field('Message')).toHaveAccessibleDescription('Please write a message.');
  expect(field('Full Name')).toHaveFocus();
  expect(sent).toEqual([]);
});

const tooLong = /This is longer than can be sent\./;

it.each([
  ['a name of 101 letters', 'Full Name', 'a'.repeat(101), tooLong],
  ['an address of 262 letters', 'Email Address', `${'a'.repeat(250)}@lab.example`, tooLong],
  ['two addresses', 'Email Address', 'ada@lab.example, bob@lab.example', /a valid e-mail address/],
  ['a subject of 201 letters', 'Subject', 'a'.repeat(201), tooLong],
  ['a message of 5001 letters', 'Message', 'a'.repeat(5001), tooLong],
])('refuses %s as the server would', async (_, name, text, words) => {
  const { user } = await written({ subject: true });
  await solve(user);
  fireEvent.change(field(name), { target: { value: text } });
  await user.click(send());
  await waitFor(() => expect(field(name)).toHaveAccessibleDescription(words));
  expect(sent).toEqual([]);
  expect(field(name)).toHaveValue(text);
});

it('opened by a link that is about something knows it, and sends it', async () => {
  const { user, location } = renderRemote(
    <Routes>
      <Route path="/" element={<Closing closing={software.closing} />} />
      <Route path="/contact" element={<ContactForm subject />} />
    </Routes>,
  );
  await user.click(screen.getByRole('link', { name: 'Book a Demo' }));
  expect(location()).toBe('/contact');
  expect(field('Subject')).toHaveValue('A demo of the software');
  await user.type(field('Full Name'), 'Ada Lovelace');
  await user.type(field('Email Address'), 'ada@lab.example');
  await user.type(field('Message'), 'When?');
  await solve(user);
  await user.click(send());
  await screen.findByText('Message sent successfully!');
  expect(sent).toEqual([expect.objectContaining({ subject: 'A demo of the software' })]);
  expect(field('Subject')).toHaveValue('');
});

it('sends neither the spaces around an answer nor an empty subject', async () => {
  const { user } = await written({ subject: true });
  for (const [name, text] of [
    ['Full Name', '  Ada Lovelace '],
    ['Subject', '   '],
    ['Message', '\nFirst line\n'],
  ] as const)
    fireEvent.change(field(name), { target: { value: text } });
  await solve(user);
  await user.click(send());
  await screen.findByText('Message sent successfully!');
  expect(sent).toEqual([{ name: 'Ada Lovelace', email: 'ada@lab.example', message: 'First line', captcha: 'a-proof' }]);
});

it.each([
  [
    'the server has a problem',
    () => problem('internal', 'Something failed on our side.'),
    /Something failed on our side/,
  ],
  ['no answer comes', () => HttpResponse.error(), /The server did not answer/],
  [
    'too many came',
    () => problem('rate-limited', 'Too many messages.', { headers: { 'retry-after': '600' } }),
    /Too many messages\. Try again in 10 minutes/,
  ],
])('keeps what was typed when %s', async (_, answer, words) => {
  portal.server.use(http.post('/api/contact', answer));
  const { user } = await written();
  await solve(user);
  await user.click(send());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Your message could not be sent.');
  expect(alert).toHaveTextContent(words);
  expect(field('Full Name')).toHaveValue('Ada Lovelace');
  expect(field('Message')).toHaveValue('First line\nsecond line');
  expect(screen.queryByText('Message sent successfully!')).not.toBeInTheDocument();
});

it('shows what the server refuses at its field', async () => {
  const errors = [{ path: 'body.name', message: 'one line, no control characters' }];
  portal.server.use(http.post('/api/contact', () => problem('validation', 'Some fields are not valid.', { errors })));
  const { user } = await written();
  await solve(user);
  await user.click(send());
  await waitFor(() => expect(field('Full Name')).toHaveAccessibleDescription('one line, no control characters'));
});

it('asks for the captcha again when the server does not accept it', async () => {
  portal.server.use(http.post('/api/contact', () => problem('captcha')));
  const { user } = await written();
  await solve(user);
  await user.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent('Please verify that you are not a robot!');
  await waitFor(async () => expect(await robot()).not.toBeChecked());
});

it('says why when the captcha cannot be checked now, and keeps what was typed', async () => {
  portal.server.use(http.post('/api/contact', () => problem('captcha', 'The captcha cannot be checked right now.')));
  const { user } = await written();
  await solve(user);
  await user.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent('The captcha cannot be checked right now.');
  expect(field('Message')).toHaveValue('First line\nsecond line');
});

it('offers Retry when the captcha cannot be loaded', async () => {
  portal.server.use(http.get('/api/captcha', () => problem('database-unavailable')));
  const { user } = await written();
  expect(await screen.findByRole('alert')).toHaveTextContent('The robot check could not be loaded.');
  portal.server.use(http.get('/api/captcha', () => HttpResponse.json(challenge)));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await robot()).not.toBeChecked();
  expect(field('Full Name')).toHaveValue('Ada Lovelace');
});

it('does not take work that failed for a proof', async () => {
  solveAltcha.mockRejectedValueOnce(new Error('no solution'));
  const { user } = await written();
  await user.click(await robot());
  expect(await screen.findByText('The check did not work. Please try again.')).toBeVisible();
  await user.click(send());
  expect(await screen.findByText('Please verify that you are not a robot!')).toBeVisible();
  await solve(user);
});

it('forgets a proof whose time is over', async () => {
  const expiresAt = Date.now() / 1000 + 61;
  const nearlyOver = { ...challenge, parameters: { ...work, expiresAt } };
  portal.server.use(http.get('/api/captcha', () => HttpResponse.json(nearlyOver)));
  const { user } = await written();
  const checkbox = await robot();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  try {
    await act(async () => {
      checkbox.click();
      await jest.advanceTimersByTimeAsync(10);
    });
    expect(checkbox).toBeChecked();
    await act(() => jest.advanceTimersByTimeAsync(62_000));
    expect(checkbox).not.toBeChecked();
  } finally {
    jest.useRealTimers();
  }
  await user.click(send());
  expect(await screen.findByText('Please verify that you are not a robot!')).toBeVisible();
});

it.each(BAD_ANSWERS)('%s is no message sent, and nothing typed is lost', async (_, respond) => {
  portal.server.use(http.post('/api/contact', respond));
  const { user } = await written();
  await solve(user);
  await user.click(send());
  expect(await screen.findByText('Your message could not be sent.')).toBeVisible();
  expect(screen.queryByText('Message sent successfully!')).not.toBeInTheDocument();
  expect(field('Full Name')).toHaveValue('Ada Lovelace');
  expect(field('Message')).toHaveValue('First line\nsecond line');
});
