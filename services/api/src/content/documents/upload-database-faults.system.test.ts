import { problemSchema } from '@cytocomm/contract';
import { createConnection } from 'mongoose';
import { createFileStore } from '../../platform/storage/file-store.ts';
import type { CabledCommand, Fault } from '../../testing/cable.ts';
import { until } from '../../testing/clock.ts';
import {
  EVERY_SIZE,
  goodForm,
  NOTHING,
  type Sent,
  type Size,
  startUploadTrial,
  type UploadTrial,
} from '../../testing/upload-trial.ts';

// The database fails at every stage of an upload: nothing may end the process, and what is stored is a whole document or nothing.

let trial: UploadTrial;
beforeAll(async () => {
  trial = await startUploadTrial();
});
afterAll(() => trial.stop());
afterEach(async () => {
  trial.cable.onCommand = undefined;
  await trial.assertWell();
});

interface Stage {
  readonly stage: string;
  readonly fits: (command: CabledCommand) => boolean;
  /** Which files come this far: a small one is one chunk, and what comes after the last chunk is the same for all. */
  readonly sizes: readonly Size[];
  /** From the record on it may be there. */
  readonly isKnown: boolean;
}

const insertOf =
  (into: string, nth?: number) =>
  ({ name, collection, earlier }: CabledCommand) =>
    name === 'insert' && collection === into && (nth === undefined || earlier === nth);

const STAGES: readonly Stage[] = [
  { stage: 'at the start', fits: insertOf('uploads'), sizes: EVERY_SIZE, isKnown: true },
  { stage: 'at the first chunk', fits: insertOf('fs.chunks'), sizes: EVERY_SIZE, isKnown: true },
  { stage: 'in the middle', fits: insertOf('fs.chunks', 5), sizes: ['3 MB', '60 MB'], isKnown: true },
  { stage: 'at the end of the file', fits: insertOf('fs.files'), sizes: EVERY_SIZE, isKnown: true },
  { stage: 'at the record', fits: insertOf('documents'), sizes: ['20 kB'], isKnown: false },
  { stage: 'at the commit', fits: ({ name }) => name === 'commitTransaction', sizes: ['20 kB'], isKnown: false },
  { stage: 'at the audit trail', fits: insertOf('audit'), sizes: ['20 kB'], isKnown: false },
];

const FAULTS: readonly Fault[] = ['cut', 'lose-answer', 'disk-full'];
// Storing 60 MB to the end takes seconds: once is enough.
const isRepeated = (size: Size, stage: string, fault: Fault) =>
  size === '60 MB' && stage === 'at the end of the file' && fault !== 'cut';
const CASES = EVERY_SIZE.flatMap((size) =>
  STAGES.filter(({ sizes }) => sizes.includes(size)).flatMap((stage) =>
    FAULTS.filter((fault) => !isRepeated(size, stage.stage, fault)).map((fault) => ({ size, fault, ...stage })),
  ),
);

/** What the sweeper does, without waiting for its time; gives what is left of the uploads then. */
async function sweep(): Promise<void> {
  const connection = await createConnection(trial.portal.database.uri).asPromise();
  try {
    const files = createFileStore({ connection, now: () => new Date() });
    await connection.collection('uploads').updateMany({}, { $set: { aliveUntil: new Date(0) } });
    await files.sweepAbandoned();
  } finally {
    await connection.close();
  }
}

/** Uploads a file while one command, and what comes after it, meets this fault. */
async function uploadWith(size: Size, fits: Stage['fits'], fault: Fault): Promise<Sent> {
  let happened = false;
  trial.cable.onCommand = (command) => {
    if (happened && fault === 'disk-full' && ['insert', 'update'].includes(command.name)) return fault;
    if (happened || !fits(command)) return undefined;
    happened = true;
    return fault;
  };
  const answer = await trial.send(goodForm(size));
  trial.cable.onCommand = undefined;
  expect(happened).toBe(true);
  return answer;
}

const TROUBLE = {
  away: { detail: 'The database cannot be reached right now.', retryAfter: '5' },
  full: { detail: 'The database has no room left to write.', retryAfter: '60' },
} as const;

it.each(CASES)('a file of $size, $stage: $fault', async ({ size, fault, fits, isKnown }) => {
  const answer = await uploadWith(size, fits, fault);
  if (fault !== 'disk-full') await trial.cable.mend();
  const readiness = async () => (await fetch(`${trial.api.operatorUrl}/readyz`)).text();
  await until('the process to reach the database', async () => (await readiness()).includes('"database":"ok"'));

  const { detail, retryAfter } = TROUBLE[fault === 'disk-full' ? 'full' : 'away'];
  const hint = isKnown
    ? 'Nothing was changed.'
    : 'The change may have been made all the same: look before you send it again.';
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe(retryAfter);
  const problem = problemSchema.parse(JSON.parse(answer.text));
  expect(problem).toMatchObject({ code: 'database-unavailable', detail: `${detail} ${hint}` });

  await sweep();
  const { documents, files, uploads } = await trial.stored();
  expect({ uploads, files }).toEqual({ uploads: 0, files: documents });
  if (isKnown) expect(await trial.stored()).toEqual(NOTHING);
  for (const name of ['documents', 'fs.files', 'fs.chunks'])
    await trial.portal.connection.collection(name).deleteMany({});
});

it('accepts uploads again afterwards', async () => {
  expect((await trial.send(goodForm('3 MB'))).status).toBe(201);
});
