import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addEvent, completeSignIn, listNotifications, listPressReleases, openLive, readUser } from '@cytocomm/contract';
import express, { type Response } from 'express';
import { GridFSBucket, MongoClient, ObjectId } from 'mongodb';
import { z } from 'zod';

// What the portal is held against: Express and the driver on the same database, one query or write a call, and no more; files of a
// folder; and for documents nothing but a GridFS bucket and `pipe`. Arguments: the database, the folder.
const [uri = '', dir = ''] = process.argv.slice(2);
const client = await MongoClient.connect(uri);
const db = client.db();
const bucket = new GridFSBucket(db);
const CONTENT = '/content/';
const RANGE = /^bytes=(\d+)-(\d+)$/;
const completionSchema = z.object({ email: z.string(), token: z.string() });
const listeners = new Set<Response>();

/** `GET /content/{file id}` streams the file or the range asked for, `POST` stores the body and answers with the file's id. */
function content(req: IncomingMessage, res: ServerResponse, name: string): void {
  if (req.method === 'POST') {
    const target = bucket.openUploadStream('bare.pdf');
    req.pipe(target).once('finish', () => res.end(target.id.toHexString()));
    return;
  }
  const [, first, last] = RANGE.exec(req.headers.range ?? '') ?? [];
  const id = new ObjectId(name);
  if (first === undefined || last === undefined) bucket.openDownloadStream(id).pipe(res);
  else bucket.openDownloadStream(id, { start: Number(first), end: Number(last) + 1 }).pipe(res.writeHead(206));
}

const app = express();
app.get<{ email: string }>(readUser.path, async (req, res) => {
  const user = await db.collection('users').findOne({ email: req.params.email });
  if (user === null) res.status(404).end();
  else res.json({ email: user.email, name: user.name, roles: user.roles });
});
app.get([listPressReleases.path, listNotifications.path], async (_req, res) => {
  const visible = { status: 'published', target: 'public' };
  const found = db.collection('press_releases').find(visible).sort({ date: -1, _id: -1 });
  res.json({ items: await found.limit(20).toArray() });
});
app.post(completeSignIn.path, express.json(), async (req, res) => {
  const { email, token } = completionSchema.parse(req.body);
  const link = await db.collection('bare_links').findOneAndDelete({ email, token });
  if (link === null) {
    res.status(401).end();
    return;
  }
  const id = randomBytes(24).toString('base64url');
  await db.collection('bare_sessions').insertOne({ id, email, createdAt: new Date() });
  res.cookie('bare', id, { httpOnly: true }).json({ email });
});
app.get(openLive.path, (req, res) => {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n');
  listeners.add(res);
  req.once('close', () => listeners.delete(res));
});
app.post(addEvent.path, express.json(), async (req, res) => {
  await db.collection('bare_events').insertOne({ event: req.body });
  for (const listener of listeners) listener.write('data: {"kind":"events"}\n\n');
  res.status(201).end();
});
if (dir !== '') app.use(express.static(dir));

const server = createServer((req, res) => {
  if (req.url?.startsWith(CONTENT)) content(req, res, req.url.slice(CONTENT.length));
  else app(req, res);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
// It ends with the process that started it.
process.once('disconnect', () => process.exit(0));
