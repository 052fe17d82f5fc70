type Given = Readonly<Record<string, string | undefined>>;

/** Returns whether settings are judged as production's: a missing and a misspelt NODE_ENV is the safe one. */
export function isProduction({ NODE_ENV }: Given): boolean {
  return NODE_ENV !== 'development' && NODE_ENV !== 'test';
}

/** Returns what Node itself would read in production, and no portal may: it would believe any certificate. */
export function nodeFaults(given: Given): readonly string[] {
  if (!isProduction(given) || given.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return [];
  return ['NODE_TLS_REJECT_UNAUTHORIZED: 0 leaves every certificate unchecked, which production refuses'];
}
