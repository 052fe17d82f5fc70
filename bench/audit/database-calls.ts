import { addressOf, readMetrics } from '@cytocomm/contract';

/** Returns how many calls to the database an API process has made so far, by its metrics. */
export async function callsToDatabase(operatorUrl: string): Promise<number> {
  const answer = await fetch(operatorUrl + addressOf(readMetrics));
  const [, count] = /^portal_database_call_seconds_count (\d+)$/m.exec(await answer.text()) ?? [];
  if (count === undefined) throw new Error('the metrics do not have the calls to the database');
  return Number(count);
}
