import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { CalendarDate, describeDistance, ExactTime, LocalDate, RelativeTime } from './times.tsx';

const now = Date.parse('2025-03-10T12:00:00Z');

test.each([
  ['2025-03-10T12:00:20Z', 'just now'],
  ['2025-03-10T11:59:30Z', 'just now'],
  ['2025-03-10T11:59:00Z', '1 minute ago'],
  ['2025-03-10T11:00:01Z', '59 minutes ago'],
  ['2025-03-10T10:00:00Z', '2 hours ago'],
  ['2025-03-09T12:00:00Z', 'yesterday'],
  ['2025-03-11T13:00:00Z', 'tomorrow'],
  ['2025-03-01T12:00:00Z', 'last week'],
  ['2024-12-10T12:00:00Z', '2 months ago'],
  ['2023-01-10T12:00:00Z', '2 years ago'],
])('%s is %s', (date, words) => {
  expect(describeDistance(new Date(date), now)).toBe(words);
});

test('a calendar date does not depend on the time zone of who looks', () => {
  render(<CalendarDate date="2025-01-01T00:30:00Z" />);
  expect(screen.getByText('Jan 1, 2025')).toHaveAttribute('datetime', '2025-01-01T00:30:00.000Z');
});

describe('a moment', () => {
  /** A reader in New York: what names no zone is written in theirs. */
  beforeEach(() => {
    for (const method of ['toLocaleDateString', 'toLocaleString'] as const) {
      const write = Date.prototype[method];
      jest.spyOn(Date.prototype, method).mockImplementation(function inNewYork(
        this: Date,
        locales?: Intl.LocalesArgument,
        options?: Intl.DateTimeFormatOptions,
      ) {
        return write.call(this, locales, { timeZone: 'America/New_York', ...options });
      });
    }
  });
  afterEach(() => jest.restoreAllMocks());

  test('in the evening of New York has the day of New York there', () => {
    render(<LocalDate date="2026-11-21T01:00:00Z" />);
    expect(screen.getByText('Nov 20, 2026')).toHaveAttribute('datetime', '2026-11-21T01:00:00.000Z');
  });

  test('is exact with its zone', () => {
    render(<ExactTime date="2026-11-21T01:00:00Z" />);
    expect(screen.getByText('Nov 20, 2026, 8:00 PM EST')).toHaveAttribute('datetime', '2026-11-21T01:00:00.000Z');
  });

  test('is its day in UTC in prerendered HTML, so that both sides agree', () => {
    const date = '2026-11-21T01:00:00Z';
    expect(renderToString(<LocalDate date={date} />)).toContain('>Nov 21, 2026</time>');
    expect(renderToString(<ExactTime date={date} />)).toContain('>Nov 21, 2026</time>');
  });
});

describe('a relative time', () => {
  beforeEach(() => jest.useFakeTimers({ now }));
  afterEach(() => jest.useRealTimers());

  test('says the distance, holds the exact time and keeps current', () => {
    render(<RelativeTime date="2025-03-10T11:55:00Z" />);
    const time = screen.getByText('5 minutes ago');
    expect(time).toHaveAttribute('title', expect.stringContaining('2025'));
    act(() => jest.advanceTimersByTime(120_000));
    expect(time).toHaveTextContent('7 minutes ago');
  });

  test('is the day in prerendered HTML, so that both sides agree', () => {
    expect(renderToString(<RelativeTime date="2025-03-10T11:55:00Z" />)).toContain('>Mar 10, 2025</time>');
  });
});
