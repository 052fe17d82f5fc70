import { MemoryRouter, useLocation, useNavigate } from '@cytocomm/kit';
import { act, render, screen } from '@testing-library/react';
import { useSettledLocation } from './page-change.ts';

const loading = new Map<string, () => void>();
const settle = (path: string) => new Promise<void>((resolve) => loading.set(path, resolve));
let go: (to: string) => void = () => undefined;

function Page() {
  const { location, pending } = useSettledLocation(settle);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  go = (to) => void navigate(to, { replace: true });
  return <output>{`${location.pathname}${location.hash} ${pending ? `to ${pathname}` : 'settled'}`}</output>;
}

it('holds a page until the next one has loaded, and shows it as it was last', async () => {
  render(
    <MemoryRouter initialEntries={['/auth-handler#token=secret']}>
      <Page />
    </MemoryRouter>,
  );
  const shown = () => screen.getByRole('status').textContent;
  expect(shown()).toBe('/auth-handler#token=secret settled');

  act(() => go('/auth-handler'));
  expect(shown()).toBe('/auth-handler settled');

  act(() => go('/dashboard'));
  expect(shown()).toBe('/auth-handler to /dashboard');
  await act(async () => loading.get('/dashboard')?.());
  expect(shown()).toBe('/dashboard settled');
});
