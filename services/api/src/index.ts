export { type Api, type ApiOptions, createApi } from './app.ts';
export { runCommand, runInTerminal } from './commands/run.ts';
export { type Config, ConfigurationError, readConfig } from './config.ts';
