import { resolve } from 'node:path';
import { openReleaseDesk, type ReleaseDesk } from '@cytocomm/api';
import { hasSecrets, readSecrets } from './data-dir.ts';
import { findMeantDatabase } from './meant-database.ts';
import { readSettings } from './settings.ts';

/**
 * Opens releases and locks over the database that a command means: MONGODB_URI, the running portal's, or the one in the data
 * folder. It needs no API and no browser. Throws CannotStart and what `openReleaseDesk` throws.
 */
export async function openMeantDesk(given: NodeJS.ProcessEnv): Promise<ReleaseDesk & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const { uri, environment, stop } = await findMeantDatabase(given);
  opened.defer(stop);
  const dataDir = resolve(readSettings(given).DATA_DIR);
  const secrets = environment !== 'production' && hasSecrets(dataDir) ? readSecrets(dataDir) : {};
  const desk = opened.use(
    await openReleaseDesk({
      ...secrets,
      ...given,
      NODE_ENV: environment,
      MONGODB_URI: uri,
      MONGODB_URI_FILE: undefined,
    }),
  );
  const kept = opened.move();
  return { ...desk, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
