import { request } from 'node:http';
import type { Role } from '@cytocomm/contract';
import type { TestBrowser } from './browser.ts';
import { type Cable, layCable } from './cable.ts';
import { startTestPortal, type TestPortal } from './portal.ts';
import { type ApiProcess, startApiProcess } from './processes.ts';
import { FORM_END, fileHead, MULTIPART } from './uploads.ts';

const MB = 1024 * 1024;
/** The sizes of the files that uploads are tried with: less than one piece, some chunks, more than every buffer holds. */
export const SIZES = { '20 kB': 20_000, '3 MB': 3 * MB, '60 MB': 60 * MB } as const;
/** One of these sizes. */
export type Size = keyof typeof SIZES;
/** All of them, the smallest first. */
export const EVERY_SIZE: readonly Size[] = ['20 kB', '3 MB', '60 MB'];

/** What a form is made of. */
export type Pieces = readonly (Buffer | string)[];

/** What comes between the parts of a form. */
export const BOUNDARY = MULTIPART.slice(MULTIPART.indexOf('boundary=') + 'boundary='.length);
const PDF_HEAD = Buffer.from('%PDF-1.7\n');
const files = new Map<Size, Buffer>();

/** The bytes of a PDF of this size. */
export function pdfOf(size: Size): Buffer {
  const bytes = files.get(size) ?? Buffer.concat([PDF_HEAD, Buffer.alloc(SIZES[size] - PDF_HEAD.length)]);
  files.set(size, bytes);
  return bytes;
}

/** A text field of a form. */
export function field(name: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

/** A file of a form, without the line break after it. */
export function fileField(size: Size, name = 'file'): Pieces {
  return [fileHead('a.pdf', name), pdfOf(size)];
}

/** A title, and a visibility, that will do. */
export const TITLE = field('title', 'Report');
/** A visibility that will do. */
export const FOR_INVESTORS = field('visibility', 'investor');

/** A form that is taken. */
export function goodForm(size: Size): Pieces {
  return [TITLE, FOR_INVESTORS, ...fileField(size), FORM_END];
}

/** How a form is sent. */
export interface Sending {
  /** Whose token it carries; null: none. An admin's by default. */
  readonly by?: Role | null;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the form goes; by default to where documents are uploaded, by POST. */
  readonly to?: { readonly method: string; readonly path: string };
  /** Hangs up after this many bytes of the body. */
  readonly until?: number;
}

/** What came back. */
export interface Sent {
  /** Undefined when the connection was closed without an answer. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** How many records there are of what an upload makes. */
export interface Stored {
  readonly documents: number;
  readonly files: number;
  readonly chunks: number;
  readonly uploads: number;
}

/** Nothing at all. */
export const NOTHING: Stored = { documents: 0, files: 0, chunks: 0, uploads: 0 };

/** The service in a process of its own, behind a cable to its database, to try uploads on. */
export interface UploadTrial {
  readonly portal: TestPortal;
  readonly cable: Cable;
  readonly api: ApiProcess;
  /** Sends a form as a client does that reads the answer whenever it comes. */
  send(pieces: Pieces, sending?: Sending): Promise<Sent>;
  stored(): Promise<Stored>;
  /** How many uploads the process has ended, one way or another. */
  ended(): Promise<number>;
  /** Throws unless the process lives, answers, and has not complained. */
  assertWell(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a process that takes files of up to 61 MB. */
export async function startUploadTrial(): Promise<UploadTrial> {
  const portal = await startTestPortal();
  const cable = await layCable(portal.database.uri);
  const api = await startApiProcess({
    MONGODB_URI: cable.uri,
    SMTP_URL: portal.mailbox.smtpUrl,
    PUBLIC_URL: portal.url,
    MAX_UPLOAD_MB: '61',
  });
  const people = new Map<Role, TestBrowser>();

  async function tokenOf(role: Role): Promise<string> {
    const person = people.get(role) ?? (await portal.signedInAs(`${role}@x.example`, role));
    people.set(role, person);
    return person.token();
  }

  const send: UploadTrial['send'] = async (pieces, { by = 'admin', type, headers, to, until } = {}) => {
    const body = Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
    const authorization = by === null ? {} : { Authorization: `Bearer ${await tokenOf(by)}` };
    return new Promise((resolve) => {
      const sent = request(new URL(to?.path ?? '/api/admin/documents', api.url), {
        method: to?.method ?? 'POST',
        agent: false,
        headers: {
          'Content-Type': type ?? MULTIPART,
          'Content-Length': String(body.length),
          ...authorization,
          ...headers,
        },
      });
      const closed = () => resolve({ status: undefined, headers: {}, text: '' });
      sent.once('error', closed);
      sent.once('close', closed);
      sent.once('response', (answer) => {
        let text = '';
        answer.on('data', (piece) => {
          text += String(piece);
        });
        answer.once('error', closed);
        answer.once('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      });
      if (until === undefined) sent.end(body);
      else sent.write(body.subarray(0, until), () => sent.destroy());
    });
  };

  const count = (name: string) => portal.connection.collection(name).countDocuments();

  return {
    portal,
    cable,
    api,
    send,
    stored: async () => ({
      documents: await count('documents'),
      files: await count('fs.files'),
      chunks: await count('fs.chunks'),
      uploads: await count('uploads'),
    }),
    ended: async () => {
      const metrics = await (await fetch(`${api.operatorUrl}/metrics`)).text();
      const lines = metrics.matchAll(
        /^http_request_duration_seconds_count\{method="POST",route="\/api\/admin\/documents".*\} (\d+)$/gm,
      );
      return [...lines].reduce((sum, [, number]) => sum + Number(number), 0);
    },
    assertWell: async () => {
      const isWell = api.isAlive() && (await fetch(`${api.url}/healthz`)).ok;
      if (!isWell || api.complaints() !== '') throw new Error(`The process is not well: ${api.complaints()}`);
    },
    stop: async () => {
      await api.kill();
      cable.cut();
      await portal.stop();
    },
  };
}
