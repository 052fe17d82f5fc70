import { createElement, Fragment, type ReactNode } from 'react';
import {
  createToastStore,
  TOAST_ACTION_DURATION,
  TOAST_DURATION,
  TOAST_LIMIT,
  TOAST_REMOVAL_DELAY,
  type ToastType,
} from './toast-store.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('the numbers are the specification’s', () => {
  expect(TOAST_LIMIT).toBe(20);
  expect(TOAST_REMOVAL_DELAY).toBe(1000);
  expect(TOAST_DURATION).toEqual({
    blank: 4000,
    error: 4000,
    custom: 4000,
    success: 2000,
    loading: Number.POSITIVE_INFINITY,
  });
});

test.each<[ToastType, number]>([
  ['blank', 4000],
  ['error', 4000],
  ['custom', 4000],
  ['success', 2000],
])('%s shows for %i ms and is gone 1000 ms later', (type, duration) => {
  const store = createToastStore();
  store.show(type, 'message');
  jest.advanceTimersByTime(duration - 1);
  expect(store.getSnapshot()).toMatchObject([{ visible: true }]);
  jest.advanceTimersByTime(1);
  expect(store.getSnapshot()).toMatchObject([{ visible: false }]);
  jest.advanceTimersByTime(999);
  expect(store.getSnapshot()).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(store.getSnapshot()).toEqual([]);
});

test('with something to press one shows for ten seconds at least', () => {
  const store = createToastStore();
  const action = { label: 'Undo', run: () => undefined };
  store.show('success', 'Deleted', { action });
  store.show('success', 'Deleted', { action, duration: 5000 });
  jest.advanceTimersByTime(TOAST_ACTION_DURATION - 1);
  expect(store.getSnapshot()).toMatchObject([{ visible: true }, { visible: true }]);
  jest.advanceTimersByTime(1);
  expect(store.getSnapshot()).toMatchObject([{ visible: false }, { visible: false }]);
});

test('loading stays until it is told how it ended, in its place', () => {
  const store = createToastStore();
  const id = store.show('loading', 'Uploading...');
  store.show('blank', 'another', { duration: Number.POSITIVE_INFINITY });
  jest.advanceTimersByTime(3_600_000);
  store.show('success', 'Uploaded', { id });
  expect(store.getSnapshot().map((toast) => toast.message)).toEqual(['another', 'Uploaded']);
  jest.advanceTimersByTime(3000);
  expect(store.getSnapshot().map((toast) => toast.message)).toEqual(['another']);
});

test('a notification that is leaving comes back when it is shown again', () => {
  const store = createToastStore();
  const id = store.show('success', 'User added');
  jest.advanceTimersByTime(2500);
  store.show('error', 'Failed to add user', { id });
  jest.advanceTimersByTime(3999);
  expect(store.getSnapshot()).toMatchObject([{ message: 'Failed to add user', visible: true }]);
});

const failure = (reason: string) => createElement(Fragment, null, createElement('b', null, 'Failed.'), reason);

test.each<[string, () => ReactNode]>([
  ['words', () => 'Failed. Try again.'],
  ['elements', () => failure('Try again.')],
])('an error of %s that comes again takes the place of the first, as the newest', (_, message) => {
  const store = createToastStore();
  store.show('error', message());
  store.show('error', 'Another');
  jest.advanceTimersByTime(3000);
  const id = store.show('error', message());
  expect(store.getSnapshot()).toMatchObject([{ id, visible: true }, { message: 'Another' }]);
  jest.advanceTimersByTime(3999);
  expect(store.getSnapshot()).toMatchObject([{ id, visible: true }]);
  jest.advanceTimersByTime(1001);
  expect(jest.getTimerCount()).toBe(0);
});

test('what says something else, or can be acted on, stays beside the others', () => {
  const store = createToastStore();
  const action = { label: 'Undo', run: () => undefined };
  store.show('error', failure('No network.'));
  store.show('error', failure('Not allowed.'));
  for (let times = 0; times < 2; times += 1) {
    store.show('success', 'Deleted', { action });
    store.show('error', 'Stopped', { action });
  }
  expect(store.getSnapshot()).toHaveLength(6);
});

test('errors in which a component draws something are never the same', () => {
  const Reason = ({ code }: { readonly code: string }) => code;
  const store = createToastStore();
  for (const code of ['404', '500'])
    store.show(
      'error',
      createElement(Fragment, null, 'Failed.', createElement('b', null, createElement(Reason, { code }))),
    );
  expect(store.getSnapshot()).toHaveLength(2);
});

test('a toast with an id of the caller stays beside others with the same text', () => {
  const store = createToastStore();
  const own = store.show('error', 'Failed.', { id: 'upload' });
  const other = store.show('error', 'Failed.');
  store.show('success', 'Uploaded', { id: own });
  expect(store.getSnapshot()).toMatchObject([
    { id: other, message: 'Failed.' },
    { id: own, message: 'Uploaded' },
  ]);
});

test('the newest twenty are kept, and the timer of a dropped one has no effect', () => {
  const store = createToastStore();
  for (let number = 1; number <= 25; number += 1) store.show('blank', number);
  expect(store.getSnapshot().map((toast) => toast.message)).toEqual(
    Array.from({ length: 20 }, (_, index) => 25 - index),
  );
  jest.advanceTimersByTime(5000);
  expect(store.getSnapshot()).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});

test('the clock stands while somebody reads, then goes on from there', () => {
  const store = createToastStore();
  store.show('success', 'read me');
  jest.advanceTimersByTime(1500);
  store.pause();
  store.pause();
  store.show('success', 'shown meanwhile');
  jest.advanceTimersByTime(60_000);
  expect(store.getSnapshot()).toMatchObject([{ visible: true }, { visible: true }]);
  store.resume();
  jest.advanceTimersByTime(500);
  expect(store.getSnapshot()).toMatchObject([{ visible: true }, { visible: false }]);
  jest.advanceTimersByTime(1500);
  expect(store.getSnapshot()).toMatchObject([{ message: 'shown meanwhile', visible: false }]);
});

test('dismissing an unknown or a leaving notification changes nothing', () => {
  const store = createToastStore();
  const id = store.show('blank', 'once');
  store.dismiss(id);
  const leaving = store.getSnapshot();
  store.dismiss(id);
  store.dismiss('no-such');
  expect(store.getSnapshot()).toBe(leaving);
});

test('listeners hear of each change until they leave', () => {
  const store = createToastStore();
  const listener = jest.fn();
  const leave = store.subscribe(listener);
  store.show('blank', 'one');
  leave();
  store.show('blank', 'two');
  expect(listener).toHaveBeenCalledTimes(1);
});
