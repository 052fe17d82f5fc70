import '@testing-library/jest-dom';
import { File } from 'node:buffer';

// The environment gives Node's fetch, FormData and Blob; a File of jsdom would be none of theirs.
Object.assign(globalThis, { File });
