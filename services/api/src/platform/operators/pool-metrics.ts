import type { mongo } from 'mongoose';
import { Gauge, Histogram, type Registry } from 'prom-client';

/** What is listened to: the driver makes these events anyway, which those of commands are not. */
type PoolEvents = Pick<mongo.MongoClient, 'on'>;

interface Held {
  readonly address: string;
  readonly connectionId: number | '<monitor>';
}

/** Adds the calls that wait for a connection to the database, and how long each holds one, to the metrics. */
export function showPool(registry: Registry, client: PoolEvents): void {
  const registers = [registry];
  const heldSince = new Map<string, number>();
  const keyOf = ({ address, connectionId }: Held) => `${address} ${connectionId}`;
  let waiting = 0;
  // Of one that began before anybody listened the end alone is heard.
  const endWait = () => {
    waiting = Math.max(0, waiting - 1);
  };
  const duration = new Histogram({
    name: 'portal_database_call_seconds',
    help: 'How long a call to the database held its connection: the command and its way',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  client.on('connectionCheckOutStarted', () => {
    waiting += 1;
  });
  client.on('connectionCheckOutFailed', endWait);
  client.on('connectionCheckedOut', (event) => {
    endWait();
    heldSince.set(keyOf(event), performance.now());
  });
  client.on('connectionCheckedIn', (event) => {
    const key = keyOf(event);
    const since = heldSince.get(key);
    if (since === undefined) return;
    heldSince.delete(key);
    duration.observe((performance.now() - since) / 1000);
  });
  new Gauge({
    name: 'portal_database_calls_waiting',
    help: 'Calls that wait for one of the 50 connections of the process to its database',
    registers,
    collect() {
      this.set(waiting);
    },
  });
  new Gauge({
    name: 'portal_database_calls_under_way',
    help: 'Connections to the database that calls hold',
    registers,
    collect() {
      this.set(heldSince.size);
    },
  });
}
