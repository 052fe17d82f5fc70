import {
  addEvent,
  addressOf,
  changeEvent,
  changePressRelease,
  deleteEvent,
  writePressRelease,
} from '@cytocomm/contract';
import { z } from 'zod';
import { NotAnswered, type SignedIn } from './client.ts';

const madeSchema = z.object({ id: z.string() });

/** An event or a press release whose making was acknowledged. */
export interface Published {
  readonly id: string;
  readonly title: string;
  /**
   * What it may hold, the date of an event or the text of a release: what was acknowledged last, and a change after that
   * which may have been made.
   */
  readonly contents: readonly string[];
}

/** What was acknowledged to those who publish. */
export interface PublishedSoFar {
  /** None of those that are to be deleted. */
  readonly events: Published[];
  readonly releases: Published[];
  readonly deleted: Published[];
  /** The titles of what was changed, once for each change. */
  readonly changed: string[];
}

/** Sends a change, again under the same key until it is acknowledged. */
type Persist = (what: string, send: (key: string) => Promise<void>) => Promise<void>;

/** Returns that nothing was published yet. */
export const openPublished = (): PublishedSoFar => ({ events: [], releases: [], deleted: [], changed: [] });

/** Returns what somebody does in turn: makes a release and an event, changes both, makes an event and deletes it. */
export function publishInTurn({ admin, name, persist, published }: Publishing): (turn: number) => Promise<void> {
  async function make(path: string, title: string, fields: Readonly<Record<string, unknown>>, content: string) {
    let published: Published | undefined;
    await persist('publish', async (key) => {
      const headers = { 'Idempotency-Key': key };
      const answer = await admin.ask(path, 201, { method: 'POST', headers, body: { title, ...fields } });
      published = { id: madeSchema.parse(answer.body).id, title, contents: [content] };
    });
    return published ? [published] : [];
  }

  /** Changes what stands at a place of a list. */
  async function change(
    list: Published[],
    place: number,
    pathOf: (id: string) => string,
    field: string,
    content: string,
  ) {
    const one = list[place];
    if (one === undefined) return;
    list[place] = { ...one, contents: [...one.contents, content] };
    await persist('change', async () => {
      await admin.ask(pathOf(one.id), 200, { method: 'PATCH', body: { [field]: content } });
    });
    list[place] = { ...one, contents: [content] };
    published.changed.push(one.title);
  }

  async function remove(one: Published): Promise<void> {
    await persist('delete', async () => {
      await admin.ask(addressOf(deleteEvent, { id: one.id }), 204, { method: 'DELETE' }).catch((error: unknown) => {
        // An earlier try has deleted it, the edge's as well: the account looks for it among what was deleted.
        if (!(error instanceof NotAnswered && error.status === 404)) throw error;
      });
    });
    published.deleted.push(one);
  }

  const release = (id: string) => addressOf(changePressRelease, { id });
  const event = (id: string) => addressOf(changeEvent, { id });
  const { events, releases } = published;
  let passing: Published[] = [];
  // Each changes only its own records.
  const own = { release: -1, event: -1 };
  return async (turn) => {
    const title = `${name}-${turn}`;
    const [news, date] = [`<p>${title}</p>`, new Date(Date.UTC(2027, 0, 1 + (turn % 300), 10)).toISOString()];
    const turns = [
      async () => {
        const fields = { content: news, target: ['public'] };
        const published = await make(addressOf(writePressRelease), title, fields, news);
        own.release = releases.push(...published) - 1;
      },
      async () => {
        const published = await make(addressOf(addEvent), title, { date }, date);
        own.event = events.push(...published) - 1;
      },
      () => change(releases, own.release, release, 'content', news),
      async () => {
        passing = await make(addressOf(addEvent), title, { date }, date);
      },
      () => change(events, own.event, event, 'date', date),
      async () => void (await Promise.all(passing.map(remove))),
    ];
    await turns[turn % turns.length]?.();
  };
}

/** Who publishes, and where it is put down. */
interface Publishing {
  readonly admin: SignedIn;
  /** The titles begin so. */
  readonly name: string;
  readonly persist: Persist;
  readonly published: PublishedSoFar;
}
