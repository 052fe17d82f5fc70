import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { addressOf, openLive } from '@cytocomm/contract';

/** Opens the live stream of a session; `onEvent` is called when it tells of a change of events. Throws when it is refused. */
export async function listen(url: string, cookie: string, onEvent: () => void): Promise<ClientRequest> {
  const headers = { Cookie: cookie, Accept: 'text/event-stream' };
  const sent = request(url + addressOf(openLive), { agent: false, headers });
  // It ends when the measurement does, and then this is how.
  sent.on('error', () => undefined);
  sent.end();
  const [answer] = await once(sent, 'response');
  if (answer.statusCode !== 200) throw new Error(`a listener was answered with ${answer.statusCode}`);
  answer.setEncoding('utf8');
  answer.on('error', () => undefined);
  answer.on('data', (text: string) => {
    if (text.includes('"events"')) onEvent();
  });
  return sent;
}
