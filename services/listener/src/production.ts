/** Returns whether settings are judged as production's: a missing and a misspelt NODE_ENV is the safe one. */
export function isProduction({ NODE_ENV }: Readonly<Record<string, string | undefined>>): boolean {
  return NODE_ENV !== 'development' && NODE_ENV !== 'test';
}
