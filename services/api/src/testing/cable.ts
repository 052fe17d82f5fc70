import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@cytocomm/runtime';
import { mongo } from 'mongoose';

/** A command on its way to the database. */
export interface CabledCommand {
  readonly name: string;
  readonly collection: string;
  /** How many of this name went to this collection before, counted since `onCommand` was set. */
  readonly earlier: number;
}

/**
 * What happens to a command. `cut`: the cable is cut before it arrives. `lose-answer`: it is carried out, and the cable is cut
 * before anybody hears of it. `disk-full`: it is answered as by a server that has no room left, `no-primary` as by the router of a
 * cluster that reaches no member which takes it, `snapshot-too-old` as by one that no longer has what a session reads.
 */
export type Fault = 'cut' | 'lose-answer' | keyof typeof REFUSALS;

const REFUSALS = {
  'disk-full': { code: 14_031, codeName: 'OutOfDiskSpace', errmsg: 'database or disk is full' },
  'no-primary': {
    code: 133,
    codeName: 'FailedToSatisfyReadPreference',
    errmsg: 'Could not find host matching read preference { mode: "primary" } for set shard-1',
  },
  'snapshot-too-old': { code: 239, codeName: 'SnapshotTooOld', errmsg: 'Read timestamp is older than the oldest' },
};

/** A cable to the database that can be cut and mended. */
export interface Cable {
  readonly uri: string;
  /** Asked about each command until it is set again; undefined lets all of them pass. */
  onCommand: ((command: CabledCommand) => Fault | undefined) | undefined;
  cut(): void;
  mend(): Promise<void>;
}

const OP_MSG = 2013;
const HEADER_BYTES = 16;
/** The flags and the kind of the first section stand before the command's document. */
const COMMAND_AT = HEADER_BYTES + 5;

/** Cuts a stream of bytes into the messages of the wire protocol. */
function framer(take: (message: Buffer) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}

function commandOf(message: Buffer): { readonly name: string; readonly collection: string } | undefined {
  if (message.readInt32LE(12) !== OP_MSG || message[COMMAND_AT - 1] !== 0) return undefined;
  const length = message.readInt32LE(COMMAND_AT);
  const document = mongo.BSON.deserialize(message.subarray(COMMAND_AT, COMMAND_AT + length));
  const [name = '', collection] = Object.entries(document)[0] ?? [];
  return { name, collection: String(collection) };
}

function refusal(request: Buffer, fault: keyof typeof REFUSALS): Buffer {
  const document = mongo.BSON.serialize({ ok: 0, ...REFUSALS[fault] });
  const head = Buffer.alloc(COMMAND_AT);
  head.writeInt32LE(COMMAND_AT + document.length, 0);
  head.writeInt32LE(request.readInt32LE(4), 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, document]);
}

/** Lays a cable to the database at this address. */
export async function layCable(uri: string): Promise<Cable> {
  const target = new URL(uri);
  const { port: farPort, hostname: farHost } = target;
  const sockets = new Set<Socket>();
  const counts = new Map<string, number>();
  let onCommand: Cable['onCommand'];
  // The same one again when the cable is mended, which must not have been taken by then.
  const port = await freePort();

  function faultFor(message: Buffer): Fault | undefined {
    const command = onCommand === undefined ? undefined : commandOf(message);
    if (onCommand === undefined || command === undefined) return undefined;
    const key = `${command.name} ${command.collection}`;
    const earlier = counts.get(key) ?? 0;
    counts.set(key, earlier + 1);
    return onCommand({ ...command, earlier });
  }

  function relay(near: Socket): void {
    const far = connect(Number(farPort), farHost);
    let isLost = false;
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    near.on(
      'data',
      framer((message) => {
        const fault = faultFor(message);
        if (fault === 'cut') cut();
        else if (fault !== undefined && fault !== 'lose-answer') near.write(refusal(message, fault));
        else {
          isLost = fault === 'lose-answer';
          far.write(message);
        }
      }),
    );
    far.on('data', (piece) => {
      if (isLost) cut();
      else near.write(piece);
    });
  }

  let server: Server = createServer(relay);
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });

  function cut(): void {
    server.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }

  await listen();
  target.host = `127.0.0.1:${port}`;
  // Without this the driver would look the members up and go round the cable.
  target.searchParams.delete('replicaSet');
  target.searchParams.set('directConnection', 'true');
  return {
    uri: target.href,
    get onCommand() {
      return onCommand;
    },
    set onCommand(asked) {
      counts.clear();
      onCommand = asked;
    },
    cut,
    mend: async () => {
      if (server.listening) return;
      server = createServer(relay);
      await listen();
    },
  };
}
