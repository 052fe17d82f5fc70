import { MAX_OPEN_COMMANDS } from './bounds.ts';
import { currentSpan, type Span } from './current-span.ts';

/** A command as the driver of MongoDB tells of it. */
interface StartedCommand {
  readonly requestId: number;
  readonly commandName: string;
  readonly databaseName: string;
  readonly command: Readonly<Record<string, unknown>>;
}

interface EndedCommand {
  readonly requestId: number;
}

interface FailedCommand extends EndedCommand {
  readonly failure: Error;
}

/** A client of the driver that was opened with `monitorCommands`. */
export interface CommandSource {
  on(event: 'commandStarted', listener: (event: StartedCommand) => void): unknown;
  on(event: 'commandSucceeded', listener: (event: EndedCommand) => void): unknown;
  on(event: 'commandFailed', listener: (event: FailedCommand) => void): unknown;
}

/** Returns the collection of a command; undefined for one of the server or the database. Nothing else of it is looked at. */
function collectionOf({ commandName, command }: StartedCommand): string | undefined {
  const named = command[commandName === 'getMore' ? 'collection' : commandName];
  return typeof named === 'string' ? named : undefined;
}

/** Makes a span of each command that work with a span sends by this client: its name and collection, no values. */
export function followCommands(client: CommandSource): void {
  const open = new Map<number, Span>();

  function end(requestId: number, errorType?: string): void {
    open.get(requestId)?.end(errorType);
    open.delete(requestId);
  }

  client.on('commandStarted', (event) => {
    if (open.size >= MAX_OPEN_COMMANDS) return;
    const parent = currentSpan();
    if (parent?.traceId === undefined) return;
    const { requestId, commandName, databaseName } = event;
    const collection = collectionOf(event);
    const span = parent.begin(collection === undefined ? commandName : `${commandName} ${collection}`, 'client', {
      'db.system.name': 'mongodb',
      'db.operation.name': commandName,
      'db.namespace': databaseName,
      ...(collection !== undefined && { 'db.collection.name': collection }),
    });
    if (span !== undefined) open.set(requestId, span);
  });
  client.on('commandSucceeded', ({ requestId }) => end(requestId));
  client.on('commandFailed', ({ requestId, failure }) => end(requestId, failure.name));
}
