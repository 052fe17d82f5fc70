import { createInterface } from 'node:readline';
import pino from 'pino';
import { createAuditTrail } from '../platform/audit/service.ts';
import { auditUpkeep } from '../platform/audit/upkeep.ts';
import { openDatabase } from '../platform/database/database.ts';

// A process that writes rows of the audit trail as fast as it can, so many at a time, and seals as the service does, for tests
// that kill it: `audit-program.ts URI SECRET AT_ONCE`. Each line it reads is for how many ms it writes; it answers with the
// number of rows that were stored, and with "ready" when it has opened the database. While it writes it tells each row.
const [uri = '', secret = '', atOnce = '16'] = process.argv.slice(2);
const log = pino({ level: 'fatal' });
const database = openDatabase(uri, log);
await database.client;
const trail = createAuditTrail(database, { auditSecrets: [secret] }, log);
const jobs = auditUpkeep(database, trail, log);
for (const job of jobs) job.start();
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function writeFor(ms: number): Promise<number> {
  const end = performance.now() + ms;
  let stored = 0;
  let next = 0;
  const writer = async () => {
    while (performance.now() < end) {
      const subject = `${process.pid}-${next++}`;
      await trail.record({
        action: 'sign-in.completed',
        actor: 'person@x.example',
        subject,
        from: '192.0.2.1',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
        detail: { reason: 'a link' },
        request: 'a-request-of-the-program',
      });
      stored += 1;
      if (process.send !== undefined) process.send(subject);
    }
  };
  await Promise.all(Array.from({ length: Number(atOnce) }, writer));
  return stored;
}

say('ready');
for await (const line of createInterface({ input: process.stdin })) say(String(await writeFor(Number(line))));
for (const job of jobs) await job.stop();
await database.close();
