import { readConfig } from '../platform/settings/config.ts';
import { type Cable, layCable } from '../testing/cable.ts';
import { until } from '../testing/clock.ts';
import { testPortal } from '../testing/portal.ts';
import { type Api, createApi } from './app.ts';

const portal = testPortal();
let cable: Cable;
let api: Api | undefined;
// An empty database each: of a later start all indexes are there.
beforeEach(async () => {
  cable = await layCable(portal.database.sibling().uri);
});
afterEach(async () => {
  cable.onCommand = undefined;
  await api?.close();
  api = undefined;
  cable.cut();
});

async function start(): Promise<Api> {
  api = await createApi(
    readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      MONGODB_URI: cable.uri,
      SMTP_URL: portal.mailbox.smtpUrl,
    }),
  );
  return api;
}

describe('a start in which the database breaks off', () => {
  it.each([
    ['indexes are looked at', 'listIndexes', 5],
    ['the first index is made', 'createIndexes', 0],
    ['a later index is made', 'createIndexes', 5],
    ['a migration is looked up', 'find', 0],
  ])('when %s becomes ready after its return', async (_when, command, earlier) => {
    let isCut = false;
    let seen = 0;
    cable.onCommand = ({ name }) => {
      if (name !== command || isCut || seen++ < earlier) return undefined;
      isCut = true;
      return 'cut';
    };
    const { ready } = await start();
    await until('the cut', () => isCut);
    await cable.mend();
    await ready;
  });

  it('is ready when its jobs and its feed of changes run, not before', async () => {
    let isHeld = true;
    cable.onCommand = ({ name }) => {
      if (name !== 'aggregate' || !isHeld) return undefined;
      isHeld = false;
      return 'cut';
    };
    const { ready } = await start();
    let isReady = false;
    ready.then(() => {
      isReady = true;
    });
    await until('the feed to be asked for', () => !isHeld);
    expect(isReady).toBe(false);
    await cable.mend();
    await ready;
  });
});
