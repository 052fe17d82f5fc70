import { act, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { SignalTrace, tracePath } from './motifs.tsx';

const options = { width: 100, height: 20, noise: 0.4, readings: [{ at: 0.3, height: 1, length: 0.1 }] };
const points = (path: string) =>
  path
    .slice(1)
    .split('L')
    .map((point) => point.split(' ').map(Number));

test('a trace is the same every time and another with another seed', () => {
  expect(tracePath(options)).toBe(tracePath(options));
  expect(tracePath(options)).not.toBe(tracePath({ ...options, seed: 8 }));
});

test('a trace runs from edge to edge, peaks at its reading and rests near the bottom', () => {
  const trace = points(tracePath({ ...options, noise: 0 }));
  expect(trace.at(0)).toEqual([0, 18.8]);
  expect(trace.at(-1)?.[0]).toBe(100);
  const highest = trace.reduce((top, point) => ((point[1] ?? 0) < (top[1] ?? 0) ? point : top));
  expect(highest[0]).toBeCloseTo(40, 0);
  expect(highest[1]).toBeCloseTo(1.2, 0);
});

describe('drawing itself', () => {
  let seen: (visible: boolean) => void;
  const disconnect = jest.fn();

  beforeEach(() => {
    class FakeObserver {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        seen = (visible) => act(() => callback([{ isIntersecting: visible }]));
      }
      observe() {}
      disconnect = disconnect;
    }
    Object.defineProperty(globalThis, 'IntersectionObserver', { value: FakeObserver, configurable: true });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'IntersectionObserver');
    disconnect.mockClear();
  });

  const state = (container: HTMLElement) => container.querySelector('[data-draw]')?.getAttribute('data-draw');

  test('waits out of sight, draws in sight, and only once', () => {
    const { container } = render(<SignalTrace />);
    seen(false);
    expect(state(container)).toBe('waiting');
    seen(true);
    expect(state(container)).toBe('drawing');
    expect(disconnect).toHaveBeenCalled();
  });

  test('without scripts it is drawn by the stylesheet', () => {
    expect(renderToString(<SignalTrace />)).toContain('data-draw="drawing"');
  });
});

test('it is decoration for those who listen', () => {
  const { container } = render(<SignalTrace live />);
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
});
