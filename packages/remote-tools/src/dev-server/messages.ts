/** Where the server of the harness signs tokens for backends. */
export const SIGNATURE_PATH = '/backend-token-signature';

/** Where the server of a hot build tells open pages what has changed. No route of a remote can have such an address. */
export const EVENTS_PATH = '/@dev/events';
/** Where it tells which place of the sources a place in a script is. */
export const PLACE_PATH = '/@dev/place';

/** A fault of a build, or of what it built, with its place in the sources where that is known. */
export interface Fault {
  readonly text: string;
  /** The path of the source, beginning with the name of its build. */
  readonly file?: string;
  /** From 1, as the column. */
  readonly line?: number;
  readonly column?: number;
}

/** A build is finished. */
export interface BuiltMessage {
  readonly kind: 'built';
  readonly name: string;
  /** webpack's hash of it: hot updates lead from one to the next. */
  readonly hash: string;
  /** A hash of what its manifest says of more than files: a page takes that from its lock. */
  readonly facts: string;
  /** A hash of the content of each stylesheet, by its path. */
  readonly styles: Readonly<Record<string, string>>;
}

/** A build has failed; what is in the page stays. */
interface FailedMessage {
  readonly kind: 'failed';
  readonly name: string;
  readonly faults: readonly Fault[];
}

/** What the server of a hot build sends to pages. */
export type HotMessage = BuiltMessage | FailedMessage;

/** Returns a message as it goes through the event stream. */
export function messageText(message: HotMessage): string {
  return `data: ${JSON.stringify(message)}\n\n`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isFault(value: unknown): value is Fault {
  return isRecord(value) && typeof value.text === 'string';
}

/** Returns what `PLACE_PATH` has answered, undefined for anything else. */
export function readFault(value: unknown): Fault | undefined {
  return isFault(value) ? value : undefined;
}

function isMessage(value: unknown): value is HotMessage {
  if (!isRecord(value) || typeof value.name !== 'string') return false;
  if (value.kind === 'failed') return Array.isArray(value.faults) && value.faults.every(isFault);
  return (
    value.kind === 'built' &&
    typeof value.hash === 'string' &&
    typeof value.facts === 'string' &&
    isRecord(value.styles)
  );
}

/** Returns the message in the data of an event, undefined for one of another version of these tools. */
export function readMessage(data: string): HotMessage | undefined {
  const value: unknown = JSON.parse(data);
  return isMessage(value) ? value : undefined;
}
