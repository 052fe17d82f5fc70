import { render, screen, within } from '@testing-library/react';
import { describeBytes } from './describe-bytes.ts';
import { DashboardTitle, Panel } from './Panel.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [1_440_000, '1.4 MB'],
  [60_000_000, '60 MB'],
  [2_500_000_000, '2.5 GB'],
  [4e18, '4,000,000 TB'],
])('%d is %s', (bytes, words) => {
  expect(describeBytes(bytes)).toBe(words);
});

test('a panel is named by its one heading and keeps its actions with it', () => {
  render(
    <>
      <DashboardTitle title="Admin Panel">Users and documents.</DashboardTitle>
      <Panel title="Users" actions={<button type="button">Add User</button>}>
        List
      </Panel>
    </>,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Admin Panel' })).toBeInTheDocument();
  const panel = within(screen.getByRole('region', { name: 'Users' }));
  expect(panel.getByRole('heading', { level: 3, name: 'Users' })).toBeInTheDocument();
  expect(panel.getByRole('button', { name: 'Add User' })).toBeInTheDocument();
});

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

describe('the address of a panel', () => {
  const scrolled = jest.fn<void, [Element]>();
  beforeEach(() => {
    // Nothing is laid out here; where the page stands is the browser's.
    Element.prototype.scrollIntoView = function remember(this: Element) {
      scrolled(this);
    };
    scrolled.mockReset();
    Reflect.set(window, 'ResizeObserver', GrowingPage);
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'ResizeObserver');
    window.location.hash = '';
  });

  test.each([
    ['#documents', ['Documents']],
    ['#users', ['Users']],
    ['#elsewhere', []],
    ['', []],
  ])('%s leads to it when the page is opened there', (hash, names) => {
    window.location.hash = hash;
    render(
      <>
        <Panel id="users" title="Users">
          List
        </Panel>
        <Panel id="documents" title="Documents">
          List
        </Panel>
        <Panel title="Nowhere">List</Panel>
      </>,
    );
    expect(scrolled.mock.calls.map(([panel]) => panel)).toEqual(
      names.map((name) => screen.getByRole('region', { name })),
    );
  });
});

describe('a panel that the address leads to', () => {
  const scroll = jest.fn();
  const open = () => {
    Element.prototype.scrollIntoView = scroll;
    scroll.mockReset();
    Reflect.set(window, 'ResizeObserver', GrowingPage);
    window.location.hash = '#users';
    return render(
      <Panel id="users" title="Users">
        List
      </Panel>,
    );
  };
  afterEach(() => {
    window.location.hash = '';
    Reflect.deleteProperty(window, 'ResizeObserver');
  });

  test('stays in view while what stands above it arrives', () => {
    open();
    GrowingPage.grow();
    GrowingPage.grow();
    expect(scroll).toHaveBeenCalledTimes(3);
  });

  test.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('is left to the person after %s', (way) => {
    open();
    window.dispatchEvent(new Event(way));
    GrowingPage.grow();
    expect(scroll).toHaveBeenCalledTimes(1);
  });

  test('is left when it goes', () => {
    open().unmount();
    GrowingPage.grow();
    expect(scroll).toHaveBeenCalledTimes(1);
  });
});

test('a table skeleton says what loads and has the table’s shape', () => {
  const { container } = render(<TableSkeleton label="Loading users" columns={3} rows={4} />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading users');
  expect(container.querySelectorAll('[data-columns="3"] > *')).toHaveLength(12);
});
