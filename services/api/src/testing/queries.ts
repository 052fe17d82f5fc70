import mongoose, { type Connection } from 'mongoose';

/** A query as it went to the server. */
export interface SentQuery {
  readonly name: string;
  readonly collection: string;
  readonly command: Readonly<Record<string, unknown>>;
}

const QUERIES = ['find', 'aggregate', 'count', 'distinct', 'update', 'delete', 'findAndModify'];
/** What the driver adds to a command and `explain` does not take. */
const ENVELOPE = [
  'comment',
  'lsid',
  '$db',
  'txnNumber',
  '$clusterTime',
  '$readPreference',
  'writeConcern',
  'readConcern',
];

/** What makes two queries the same for an index: everything but the values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((each) => JSON.stringify(shapeOf(each))))];
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return '?';
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

/** Records what the API's own connections send from now on; the connection string must say `monitorCommands=true`. */
export function recordQueries(): { readonly sent: () => readonly SentQuery[] } {
  const byShape = new Map<string, SentQuery>();
  for (const connection of mongoose.connections) {
    if (connection.readyState !== mongoose.ConnectionStates.connected) continue;
    connection.getClient().on('commandStarted', ({ commandName: name, command }) => {
      if (!QUERIES.includes(name)) return;
      const kept = Object.fromEntries(Object.entries(command).filter(([key]) => !ENVELOPE.includes(key)));
      byShape.set(JSON.stringify(shapeOf(kept)) + String(command[name]), {
        name,
        collection: String(command[name]),
        command: kept,
      });
    });
  }
  return { sent: () => [...byShape.values()] };
}

/** The names of the stages of the plan that the server takes for a query. */
export async function stagesOf(connection: Connection, { command }: SentQuery): Promise<readonly string[]> {
  const plan = await connection.db?.command({ explain: command, verbosity: 'queryPlanner' });
  return [...JSON.stringify(plan).matchAll(/"stage":"(\w+)"/g)].map(([, stage = '']) => stage);
}

/** Returns how many documents the server looks at for a query. */
export async function examinedBy(connection: Connection, { command }: SentQuery): Promise<number> {
  const plan = await connection.db?.command({ explain: command, verbosity: 'executionStats' });
  return Number(plan?.executionStats?.totalDocsExamined);
}
