import { startMailboxProcess } from '@cytocomm/mailbox';
import { keepRunning } from './kept-running.ts';
import { startOwnDatabase } from './own-database.ts';
import { throwCannotStart } from './settings.ts';

/** Starts the embedded database, on the same port again after it has ended. Throws CannotStart. */
export function keepDatabase(dataDir: string, say: (line: string) => void) {
  return keepRunning(
    'The embedded database',
    () => startOwnDatabase(dataDir),
    ({ uri }) => startOwnDatabase(dataDir, Number(new URL(uri).port)),
    say,
  ).catch(throwCannotStart);
}

/** Starts the mail catcher, on the same ports again after it has ended; the mails that it held are gone then. Throws CannotStart. */
export function keepMailbox(httpPort: number, say: (line: string) => void) {
  return keepRunning(
    'The mail catcher',
    () => startMailboxProcess({ smtpPort: 0, httpPort }),
    ({ smtpUrl, url }) =>
      startMailboxProcess({ smtpPort: Number(new URL(smtpUrl).port), httpPort: Number(new URL(url).port) }),
    say,
  ).catch(throwCannotStart);
}
