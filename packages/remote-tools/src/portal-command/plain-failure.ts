/** The failures whose message is all that a person needs; they are known by name, since most are not loaded. */
const PLAIN = [
  'CommandFailed',
  'NotARemote',
  'NotInstalled',
  'BuildFailed',
  'GateRefused',
  'NoChromium',
  'LockRefused',
];

/** Returns what is told of a failure: its message, or where it happened when nobody foresaw it. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return PLAIN.includes(error.name) ? error.message : (error.stack ?? error.message);
}
