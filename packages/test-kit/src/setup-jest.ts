import '@testing-library/jest-dom';
import { File } from 'node:buffer';
import { PerformanceObserver } from 'node:perf_hooks';
import { clearImmediate, setImmediate } from 'node:timers';
import { configure } from '@testing-library/react';
import { withoutOwnerStacks } from './owner-stacks.ts';

// What a test waits for comes; on a busy machine it may take longer than the default second.
configure({ asyncUtilTimeout: 30_000 });

// The environment gives Node's fetch, FormData and Blob; a File of jsdom would be none of theirs.
Object.assign(globalThis, { File });

// msw counts on them, as it runs in Node; jsdom has none, and a test that stops the timers would not have them either.
Object.assign(globalThis, { setImmediate, clearImmediate });

// What a browser notes of frames, which no browser's event tells; jsdom has none.
Object.assign(globalThis, { PerformanceObserver });

withoutOwnerStacks();
