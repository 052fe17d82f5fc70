import type { AddressInfo } from 'node:net';
import { readUser } from '@cytocomm/contract';
import express from 'express';
import mongoose from 'mongoose';

// What the portal's lookup of a person is held against: Express, mongoose, one query, and nothing else.
const [uri = ''] = process.argv.slice(2);
await mongoose.connect(uri);
const User = mongoose.model(
  'User',
  new mongoose.Schema({ email: String, name: String, roles: [String] }, { collection: 'users', autoIndex: false }),
);

const app = express();
app.get<{ email: string }>(readUser.path, async (req, res) => {
  const user = await User.findOne({ email: req.params.email.toLowerCase() }).lean();
  if (user === null) res.status(404).end();
  else res.json({ email: user.email, name: user.name, roles: user.roles });
});
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
