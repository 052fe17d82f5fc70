import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { newUserRecord } from '@cytocomm/api';
import {
  addressOf,
  listDocuments,
  listPressReleases,
  type Role,
  readPressReleaseFeed,
  uploadDocument,
} from '@cytocomm/contract';
import type { Db } from 'mongodb';
import { z } from 'zod';
import { until } from '../../../services/api/src/testing/clock.ts';
import { MULTIPART, multipart } from '../../../services/api/src/testing/uploads.ts';
import { type Client, type Ledger, NotAnswered, openClient, openLedger, type SignedIn, signIn } from './client.ts';
import { type Listener, listen } from './listening.ts';
import type { MailServer } from './mail-server.ts';
import { openPublished, type PublishedSoFar, publishInTurn } from './publishing.ts';

/** How many people do what all the time: fifty. */
const PEOPLE = { visit: 12, read: 10, download: 6, listen: 8, signIn: 6, upload: 4, publish: 4 } as const;
/** Between two requests of one person, in ms. */
const PAUSE_MS = 700;
/** Before a request that was not answered is sent again, in ms. */
const AGAIN_AFTER_MS = 500;
/** Who sign in, each once: an address has a limit. */
const STRANGERS = 1000;
const FILE_BYTES = 60_000;

const storedSchema = z.object({ id: z.string(), url: z.string() });

/** A file whose upload was acknowledged. */
interface Uploaded {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly hash: string;
}

/** What the portal has acknowledged. */
interface Acknowledged extends PublishedSoFar {
  readonly uploads: readonly Uploaded[];
  /** Who was promised a sign-in mail, and when. */
  readonly promised: ReadonlyMap<string, number>;
}

/** Fifty people who use the portal all the time. */
export interface Crowd {
  readonly ledger: Ledger;
  readonly acknowledged: Acknowledged;
  readonly listeners: readonly Listener[];
  /** Who sign in once and ask for one mail each. */
  readonly strangers: ReadonlySet<string>;
  /** How long a sign-in waits for its mail, in ms; 15 s by default. */
  patience: number;
  /** Resolves when the sign-ins that are under way have ended, with their mail or without. */
  signInsEnd(): Promise<void>;
  /** Uploads a file of this size; resolves to its path. */
  uploadLarge(bytes: number): Promise<string>;
  /** Downloads every file whose upload was acknowledged; resolves to the titles of those that are not what was uploaded. */
  downloadAll(): Promise<readonly string[]>;
  /** Ends what they do, but for the listeners. */
  settle(): Promise<void>;
  /** Ends the listeners, too. */
  end(): Promise<void>;
}

/** What the crowd uses. */
export interface CrowdOptions {
  readonly url: string;
  readonly pages: readonly string[];
  readonly mails: MailServer;
  readonly records: Db;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Opens the crowd; resolves when all who have to are signed in and listening. */
export async function openCrowd({ url, pages, mails, records }: CrowdOptions): Promise<Crowd> {
  const ledger = openLedger();
  const uploads: Uploaded[] = [];
  const published = openPublished();
  const promised = new Map<string, number>();
  const acknowledged: Acknowledged = { ...published, uploads, promised };
  const mark = randomUUID().slice(0, 8);
  const person = (name: string, ...roles: Role[]) => newUserRecord({ email: `${name}@${mark}.example`, name, roles });
  const strangers = Array.from({ length: STRANGERS }, (_, number) => person(`stranger-${number}`, 'investor'));
  const members = (count: number, name: string, ...roles: Role[]) =>
    Array.from({ length: count }, (_, number) => person(`${name}-${number}`, ...roles));
  const readers = members(PEOPLE.read + PEOPLE.listen, 'reader', 'investor');
  const admins = members(PEOPLE.upload + PEOPLE.publish, 'admin', 'admin');
  await records.collection('users').insertMany([...strangers, ...readers, ...admins]);

  let isOpen = true;
  const crowd = { patience: 15_000 };

  /** Does one thing again and again; what is not right goes into the ledger. */
  async function repeat(what: string, once: (turn: number) => Promise<void>): Promise<void> {
    await pause(Math.random() * PAUSE_MS);
    for (let turn = 0; isOpen; turn += 1) {
      try {
        await once(turn);
        ledger.note(what);
      } catch (error) {
        if (error instanceof NotAnswered) ledger.fail(what, error.verdict, error.message);
        else ledger.fail(what, 'wrong', String(error));
        await pause(AGAIN_AFTER_MS);
      }
      await pause(PAUSE_MS);
    }
  }

  /** Sends a change, again under the same key until it is acknowledged or the crowd goes home. */
  async function persist(what: string, send: (key: string) => Promise<void>): Promise<void> {
    const key = randomUUID();
    for (;;) {
      try {
        await send(key);
        return;
      } catch (error) {
        if (!isOpen || !(error instanceof NotAnswered) || error.verdict === 'wrong') throw error;
        ledger.fail(what, error.verdict, error.message);
        await pause(AGAIN_AFTER_MS);
      }
    }
  }

  async function upload(admin: SignedIn, title: string, size = FILE_BYTES): Promise<void> {
    const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)]);
    const body = multipart([
      { name: 'title', value: title },
      { name: 'visibility', value: 'public' },
      { name: 'file', value: file, fileName: 'report.pdf' },
    ]);
    await persist('upload', async (key) => {
      const headers = { 'Content-Type': MULTIPART, 'Idempotency-Key': key };
      const answer = await admin.ask(addressOf(uploadDocument), 201, { method: 'POST', headers, body });
      const stored = storedSchema.parse(answer.body);
      uploads.push({ id: stored.id, title, path: new URL(stored.url, url).pathname, hash: sha256(file) });
    });
  }

  async function download(client: Client): Promise<void> {
    const one = uploads[Math.floor(Math.random() * uploads.length)];
    if (one === undefined) return;
    const { bytes } = await client.ask(one.path, 200);
    if (sha256(bytes) !== one.hash) throw new NotAnswered('wrong', `${one.path} is not what was uploaded`);
  }

  async function downloadAll(): Promise<readonly string[]> {
    const waitingUploads = [...uploads];
    const broken: string[] = [];
    const downloadNext = async () => {
      const client = openClient(url);
      for (let one = waitingUploads.pop(); one !== undefined; one = waitingUploads.pop()) {
        const bytes = await client.ask(one.path, 200).then(
          (answer) => answer.bytes,
          () => Buffer.of(),
        );
        if (sha256(bytes) !== one.hash) broken.push(one.title);
      }
    };
    await Promise.all(Array.from({ length: PEOPLE.download }, downloadNext));
    return broken;
  }

  let large = 0;
  let next = 0;
  const signIns = new Set<Promise<SignedIn>>();
  async function signInAsNext(): Promise<void> {
    const { email } = strangers[next] ?? { email: '' };
    next += 1;
    const notePromise = () => void promised.set(email, performance.now());
    const signingIn = signIn(url, email, mails, {
      longestMs: crowd.patience,
      isOver: () => !isOpen,
      asked: notePromise,
    });
    signIns.add(signingIn);
    await signingIn.finally(() => signIns.delete(signingIn));
  }

  const enter = ({ email }: { readonly email: string }) =>
    until(
      `${email} to be signed in`,
      () => signIn(url, email, mails, { longestMs: 60_000 }).catch(() => undefined),
      60_000,
    );
  const [signedReaders, signedAdmins] = await Promise.all([
    Promise.all(readers.map(enter)),
    Promise.all(admins.map(enter)),
  ]);
  const listeners = signedReaders.slice(PEOPLE.read).map(({ client }) => listen(client, ledger));
  await Promise.all(listeners.map(({ open }) => open));

  const each = <Item>(items: readonly Item[], start: (item: Item, number: number) => Promise<void>) => items.map(start);
  const visitors = (count: number) => Array.from({ length: count }, () => openClient(url));
  const publicPaths = [...pages, addressOf(listPressReleases), addressOf(readPressReleaseFeed)];
  const going = [
    ...each(visitors(PEOPLE.visit), (client, number) =>
      repeat(
        'visit',
        async (turn) => void (await client.ask(publicPaths[(turn + number) % publicPaths.length] ?? '/', 200)),
      ),
    ),
    ...each(signedReaders.slice(0, PEOPLE.read), ({ client }) =>
      repeat('read', async () => void (await client.ask(addressOf(listDocuments), 200))),
    ),
    ...each(visitors(PEOPLE.download), (client) => repeat('download', () => download(client))),
    ...each(visitors(PEOPLE.signIn), () => repeat('sign-in', signInAsNext)),
    ...each(signedAdmins.slice(0, PEOPLE.upload), (admin, number) =>
      repeat('upload', (turn) => upload(admin, `${mark} file ${number}-${turn}`)),
    ),
    ...each(signedAdmins.slice(PEOPLE.upload), (admin, number) =>
      repeat('publish', publishInTurn({ admin, name: `${mark} news ${number}`, persist, published })),
    ),
  ];
  const settle = async () => {
    isOpen = false;
    await Promise.all(going);
  };
  return Object.assign(crowd, {
    ...{ ledger, acknowledged, listeners, settle, strangers: new Set(strangers.map(({ email }) => email)) },
    downloadAll,
    signInsEnd: async () => void (await Promise.allSettled(signIns)),
    uploadLarge: async (bytes: number) => {
      const [admin] = signedAdmins;
      large += 1;
      const title = `${mark} large ${large}`;
      if (admin) await upload(admin, title, bytes);
      return uploads.find((each) => each.title === title)?.path ?? '';
    },
    end: async () => {
      await settle();
      await Promise.all(listeners.map((each) => each.end()));
    },
  });
}
