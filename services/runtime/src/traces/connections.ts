import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/** Ends a connection after a while, whatever comes on it. */
function endAfter<Connection extends Duplex | null | undefined>(connection: Connection, ms: number): Connection {
  const timer = setTimeout(() => connection?.destroy(), ms).unref();
  connection?.once('close', () => clearTimeout(timer));
  return connection;
}

/**
 * Returns what makes connections to the collector, one for each batch, of `ms` at most. The exporter's own timeout is one
 * of silence: a collector that sends a byte now and then would be waited for without an end.
 */
export function shortConnections(ms: number): (protocol: string) => HttpAgent {
  const options: AgentOptions = { keepAlive: false };
  return (protocol) => {
    const agent = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
    const connect = agent.createConnection.bind(agent);
    agent.createConnection = (...given) => endAfter(connect(...given), ms);
    return agent;
  };
}
