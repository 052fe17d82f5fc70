/** What `NODE_ENV` may be. */
export const ENVIRONMENTS = ['development', 'test', 'production'] as const;
/** What `LOG_LEVEL` may be. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Returns values as words: `development, test or production`. */
export const oneOf = (values: readonly string[]): string =>
  [values.slice(0, -1).join(', '), ...values.slice(-1)].filter(Boolean).join(' or ');
