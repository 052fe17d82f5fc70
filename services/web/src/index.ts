export { createWebApp, MODE_HEADER, type WebDependencies } from './app.ts';
export { readWebConfig, type WebConfig } from './config.ts';
export { type LockSource, LockUnusable, lockFolder, POINTER_FILE } from './lock-source.ts';
