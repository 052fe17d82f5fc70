import { MemoryRouter, useLocation, useNavigate } from '@cytocomm/kit';
import { act, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { OwnTitle, PAGE_CONTENT, PAGE_HEADING, useOwnTitle, usePageChange } from './page-change.ts';

/** Stands for the browser's, which jsdom has not. */
class GrowingPage {
  static grow: () => void = () => undefined;
  constructor(told: () => void) {
    GrowingPage.grow = told;
  }
  observe(): void {}
  disconnect(): void {
    GrowingPage.grow = () => undefined;
  }
}

/** How far the page can be scrolled; jsdom lays nothing out. */
let reach = Number.POSITIVE_INFINITY;
let top = 0;
const scrolls: number[] = [];
function scroll(to: number) {
  top = Math.min(to, reach);
  window.dispatchEvent(new Event('scroll'));
}
beforeEach(() => {
  reach = Number.POSITIVE_INFINITY;
  top = 0;
  scrolls.length = 0;
  Reflect.set(window, 'ResizeObserver', GrowingPage);
  Object.defineProperty(window, 'scrollY', { get: () => top, configurable: true });
  jest.spyOn(window, 'scrollTo').mockImplementation((...to: unknown[]) => {
    const [first, y] = to;
    const wanted = typeof first === 'object' && first !== null && 'top' in first ? Number(first.top) : Number(y);
    scrolls.push(wanted);
    scroll(wanted);
  });
});
afterEach(() => Reflect.deleteProperty(window, 'ResizeObserver'));

let retitle: (title: string) => void = () => undefined;
let go: (to: string | number) => void = () => undefined;
function Titled({ title }: { readonly title: string | null }) {
  const [later, setLater] = useState<{ readonly of: string | null; readonly title: string }>();
  retitle = (next) => setLater({ of: title, title: next });
  useOwnTitle(later?.of === title ? later.title : title);
  return null;
}
function Frame() {
  const location = useLocation();
  const navigate = useNavigate();
  go = (to) => void (typeof to === 'number' ? navigate(to) : navigate(to));
  const page = useRef<HTMLElement>(null);
  const { announced, own } = usePageChange({ location, title: 'A route', page });
  const tool = location.pathname.split('/')[1] || 'home';
  return (
    <OwnTitle value={own}>
      <main ref={page} tabIndex={-1}>
        {tool === 'home' ? null : <h2 {...PAGE_HEADING}>{tool}</h2>}
        {tool === 'plain' ? null : <Titled title={`The ${tool}`} />}
        <div key={tool} {...PAGE_CONTENT}>
          <button type="button">in {tool}</button>
        </div>
      </main>
      <output>{announced}</output>
    </OwnTitle>
  );
}
const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Frame />
    </MemoryRouter>,
  );
const announced = () => screen.getByRole('status').textContent;

test('the first page is left alone but for the title that it gives itself', () => {
  document.title = 'From the server';
  open('/users');
  expect(document.title).toBe('The users · Cytocomm');
  expect(document.body).toHaveFocus();
  expect([announced(), scrolls]).toEqual(['', []]);
});

test('another page is read from its heading on, from the top, under its own title or that of its route', async () => {
  open('/users');
  await act(async () => go('/mail'));
  expect(screen.getByRole('heading', { name: 'mail' })).toHaveFocus();
  expect([document.title, announced(), scrolls]).toEqual(['The mail · Cytocomm', 'The mail', [0]]);
  await act(async () => go('/plain'));
  expect([document.title, announced()]).toEqual(['A route · Cytocomm', 'A route']);
  await act(async () => go('/'));
  expect(screen.getByRole('main')).toHaveFocus();
});

test('a title that a page gives itself later is announced, but on the first page', async () => {
  open('/users');
  act(() => retitle('Ada'));
  expect([document.title, announced()]).toEqual(['Ada · Cytocomm', '']);
  await act(async () => go('/users/other'));
  await act(async () => go('/mail'));
  expect(announced()).toBe('The mail');
  act(() => retitle('A mail'));
  expect([document.title, announced()]).toEqual(['A mail · Cytocomm', 'A mail']);
});

test('below a page the focus stays where it is in the page, and comes to the heading from elsewhere', async () => {
  open('/users');
  act(() => screen.getByRole('button').focus());
  await act(async () => go('/users/new'));
  expect(screen.getByRole('button', { name: 'in users' })).toHaveFocus();
  act(() => screen.getByRole('button').blur());
  await act(async () => go('/users/other'));
  expect(screen.getByRole('heading', { name: 'users' })).toHaveFocus();
});

test('a change of query or fragment moves nothing', async () => {
  open('/users');
  act(() => scroll(300));
  await act(async () => go('/users?q=a'));
  await act(async () => go('/users?q=a#b'));
  expect([document.activeElement, top, announced()]).toEqual([document.body, 300, '']);
});

test('Back and Forward restore where each page was left, also while it is still too short', async () => {
  open('/users');
  act(() => scroll(700));
  await act(async () => go('/mail'));
  act(() => scroll(40));
  reach = 100;
  await act(async () => {
    window.dispatchEvent(new Event('popstate'));
    // The browser scrolls the page that is being left.
    scroll(90);
    go(-1);
  });
  expect(top).toBe(100);
  reach = 5000;
  act(() => GrowingPage.grow());
  expect(top).toBe(700);
  scroll(720);
  act(() => GrowingPage.grow());
  expect(top).toBe(720);
  await act(async () => go(1));
  expect(top).toBe(40);
});

test.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])(
  'a page that grows is left to the person after %s',
  async (way) => {
    open('/users');
    act(() => scroll(700));
    await act(async () => go('/mail'));
    reach = 100;
    await act(async () => go(-1));
    window.dispatchEvent(new Event(way));
    reach = 5000;
    GrowingPage.grow();
    expect(top).toBe(100);
  },
);
