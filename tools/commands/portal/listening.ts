import { CannotListen, type DrainTimes, type Listener } from '@cytocomm/runtime';
import { CannotStart } from './settings.ts';

/** How long Ctrl-C waits for open connections, in ms. */
const STOP_TIMES: DrainTimes = { idleGraceMs: 0, deadlineMs: 5000 };

/** Opens a listener's port and resolves to its number. Throws CannotStart that names the setting when the port is not free. */
export async function listen(listener: Listener, port: number, host: string, setting: string): Promise<number> {
  try {
    return await listener.listen(port, host, setting);
  } catch (error) {
    if (error instanceof CannotListen) throw new CannotStart(error.message, { cause: error });
    throw error;
  }
}

/** Takes no more requests and resolves when those under way have ended, or were cut off after 5 s. */
export async function stopListening(listener: Listener): Promise<void> {
  await listener.drain(STOP_TIMES);
}
