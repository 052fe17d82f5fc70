import pino from 'pino';
import { until } from '../../testing/clock.ts';
import { testPortal } from '../../testing/portal.ts';
import { auditProof, lastProof } from './upkeep.ts';

const portal = testPortal();

it('the trail is proved once a day by one of all processes, and again an hour after it was not whole', async () => {
  const { connection } = portal;
  await connection.collection('audit_proofs').deleteMany({});
  let [time, proofs, fault] = [new Date('2027-01-01T00:00:00Z'), 0, undefined as string | undefined];
  const verify = async () => {
    proofs += 1;
    return { rows: 1, erased: 0, seals: 0, fault };
  };
  const processes = Array.from({ length: 3 }, () =>
    auditProof({ connection, now: () => time }, { verify }, pino({ level: 'silent' })),
  );
  const turn = async (hours: number) => {
    time = new Date(time.getTime() + hours * 3_600_000);
    for (const job of processes) {
      job.start();
      const before = job.runs().succeededAt;
      await until('a run', () => job.runs().succeededAt !== before);
      await job.stop();
    }
    return proofs;
  };
  expect([await turn(0), await turn(1), await turn(22), await turn(2)]).toEqual([1, 1, 1, 2]);
  fault = 'row 2 was altered';
  expect([await turn(25), await turn(0.5), await turn(1)]).toEqual([3, 3, 4]);
  expect(await lastProof(connection)).toMatchObject({ fault, provedAt: new Date('2027-01-02T01:00:00Z') });
  fault = undefined;
  expect(await turn(2)).toBe(5);
  expect(await lastProof(connection)).toEqual({ _id: 'last', startedAt: time, provedAt: time });
});
