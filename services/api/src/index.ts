export { type Api, type ApiOptions, createApi } from './app.ts';
export { type Config, ConfigurationError, readConfig } from './config.ts';
