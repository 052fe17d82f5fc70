import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { addEvent, completeSignIn, listPressReleases, openLive, readUser } from '@cytocomm/contract';
import express, { type Response } from 'express';
import { GridFSBucket, MongoClient, ObjectId } from 'mongodb';
import { z } from 'zod';

// What the portal is held against under load: Express and the driver on the same database, one query or write a call, and
// no more. Arguments: the database, a folder of files.
const [uri = '', dir = ''] = process.argv.slice(2);
const client = await MongoClient.connect(uri);
const db = client.db();
const bucket = new GridFSBucket(db);
const RANGE = /^bytes=(\d+)-(\d+)$/;
const completionSchema = z.object({ email: z.string(), token: z.string() });
const listeners = new Set<Response>();

const app = express();
app.get<{ email: string }>(readUser.path, async (req, res) => {
  const user = await db.collection('users').findOne({ email: req.params.email });
  if (user === null) res.status(404).end();
  else res.json({ email: user.email, name: user.name, roles: user.roles });
});
app.get(listPressReleases.path, async (_req, res) => {
  const visible = { status: 'published', target: 'public' };
  res.json({
    items: await db.collection('press_releases').find(visible).sort({ date: -1, _id: -1 }).limit(20).toArray(),
  });
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
app.get<{ id: string }>('/content/:id', (req, res) => {
  const [, first, last] = RANGE.exec(req.headers.range ?? '') ?? [];
  const options = { start: Number(first), end: Number(last) + 1 };
  bucket.openDownloadStream(new ObjectId(req.params.id), options).pipe(res.status(206));
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
app.use(express.static(dir));
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
// It ends with the process that started it.
process.stdin.once('end', () => process.exit(0)).resume();
