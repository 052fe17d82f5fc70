export { createWebApp, MODE_HEADER, type WebDependencies } from './app.ts';
export { readWebConfig, settingsSchema as webSettingsSchema, type WebConfig, WebConfigurationError } from './config.ts';
export { type LockFolder, type LockSource, LockUnusable, lockFolder } from './lock-source.ts';
