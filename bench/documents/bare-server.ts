import { createServer } from 'node:http';
import { GridFSBucket, MongoClient, ObjectId } from 'mongodb';

/**
 * The other contender: nothing but a GridFS bucket and `pipe`, in a process of its own. `GET /{file id}` streams the
 * file or the range asked for, `POST /` stores the body and answers with the file's id. The database is the first argument.
 */
const client = await MongoClient.connect(process.argv[2] ?? '');
const bucket = new GridFSBucket(client.db());
const RANGE = /^bytes=(\d+)-(\d+)$/;

const server = createServer((req, res) => {
  if (req.method === 'POST') {
    const target = bucket.openUploadStream('bare.pdf');
    req.pipe(target).once('finish', () => res.end(target.id.toHexString()));
    return;
  }
  const [, first, last] = RANGE.exec(req.headers.range ?? '') ?? [];
  const id = new ObjectId(req.url?.slice(1));
  if (first === undefined || last === undefined) bucket.openDownloadStream(id).pipe(res);
  else bucket.openDownloadStream(id, { start: Number(first), end: Number(last) + 1 }).pipe(res.writeHead(206));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
// It ends with the process that started it.
process.stdin.once('end', () => process.exit(0)).resume();
