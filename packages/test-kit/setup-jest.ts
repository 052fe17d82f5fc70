import '@testing-library/jest-dom';
import { File } from 'node:buffer';
import { configure } from '@testing-library/react';

// What a test waits for comes; on a busy machine it may take longer than the default second.
configure({ asyncUtilTimeout: 10_000 });

// The environment gives Node's fetch, FormData and Blob; a File of jsdom would be none of theirs.
Object.assign(globalThis, { File });
