const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Returns a size for people: `1.4 MB`. Steps of 1000, as file managers show them. */
export function describeBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** step;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: step === 0 ? 0 : 1 })} ${units[step]}`;
}
