import { MemoryRouter } from '@cytocomm/kit';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleLinks } from '../testing.ts';
import { Footer, FooterLine } from './Footer.tsx';

function renderFooter(onSignUp: (email: string) => Promise<string | null> = async () => null) {
  render(
    <MemoryRouter>
      <Footer links={sampleLinks} onSignUp={onSignUp} />
    </MemoryRouter>,
  );
}

const field = () => screen.getByRole('textbox', { name: 'Email for alerts' });
const signUp = async (email: string) => {
  await userEvent.type(field(), email);
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
};

test('has a column for each group, its links in order, and the present year', () => {
  renderFooter();
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('heading', { name: 'Technology' })).toBeInTheDocument();
  expect(footer.getByRole('heading', { name: 'Company' })).toBeInTheDocument();
  expect(
    within(footer.getByRole('navigation', { name: 'Footer' }))
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Platform', 'Clinical', 'About', 'Contact']);
  expect(footer.getByText(new RegExp(`© ${new Date().getFullYear()} Cytocomm`))).toBeInTheDocument();
});

test('has the notices in its last line, and the first of them beside the form', () => {
  const notices = [
    { group: 'legal', label: 'Accessibility', path: '/accessibility', order: 1 },
    { group: 'legal', label: 'Privacy', path: '/privacy', order: 0 },
  ] as const;
  render(
    <MemoryRouter>
      <Footer links={[...sampleLinks, ...notices]} onSignUp={async () => null} />
    </MemoryRouter>,
  );
  const hrefs = (place: HTMLElement) =>
    within(place)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  expect(hrefs(screen.getByRole('form', { name: 'Email Alerts' }))).toEqual(['/privacy']);
  expect(hrefs(screen.getAllByRole('list').at(-1) ?? document.body)).toEqual(['/privacy', '/accessibility']);
});

test('of the dashboard it is its last line alone', () => {
  render(
    <MemoryRouter>
      <FooterLine links={[...sampleLinks, { group: 'legal', label: 'Privacy', path: '/privacy', order: 0 }]} />
    </MemoryRouter>,
  );
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByText(new RegExp(`© ${new Date().getFullYear()} Cytocomm`))).toBeInTheDocument();
  expect(footer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/privacy']);
});

test('signs an address up, once, and says what comes next', async () => {
  let done = () => {};
  const onSignUp = jest.fn(
    () =>
      new Promise<null>((resolve) => {
        done = () => resolve(null);
      }),
  );
  renderFooter(onSignUp);
  await signUp('ada@example.com');
  expect(onSignUp).toHaveBeenCalledWith('ada@example.com');
  expect(screen.getByRole('button', { name: 'Sign Up' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  expect(onSignUp).toHaveBeenCalledTimes(1);
  done();
  expect(await screen.findByText(/open the link in the mail/)).toBeInTheDocument();
  expect(field()).toHaveValue('');
});

test('a failure says why, keeps what was typed and can be tried again; the words go when the address changes', async () => {
  const onSignUp = jest.fn().mockResolvedValueOnce('The portal cannot be reached.').mockResolvedValueOnce(null);
  renderFooter(onSignUp);
  await signUp('ada@example.com');
  expect(
    await screen.findByText(/The portal cannot be reached. Your address is still in the field/),
  ).toBeInTheDocument();
  expect(field()).toHaveValue('ada@example.com');
  await userEvent.type(field(), 'x');
  expect(screen.queryByText(/Sign-up failed/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
  expect(await screen.findByText(/open the link in the mail/)).toBeInTheDocument();
});

test('without scripts the form posts itself', () => {
  renderFooter();
  const form = screen.getByRole('form', { name: 'Email Alerts' });
  expect(form).toHaveAttribute('method', 'post');
  expect(form).toHaveAttribute('action', '/api/forms/alerts');
  expect(form).toHaveFormValues({ email: '' });
});

test('what is pasted as an address becomes one', async () => {
  const onSignUp = jest.fn().mockResolvedValue(null);
  renderFooter(onSignUp);
  await userEvent.click(field());
  await userEvent.paste('Ada <ada\u200b@x.example>');
  expect(field()).toHaveValue('ada@x.example');
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
  expect(onSignUp).toHaveBeenCalledWith('ada@x.example');
});
