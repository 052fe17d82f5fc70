import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before a service: while the file of ANOTHER_VERSION_FILE is there, a process that starts takes itself for the version
// that it holds.
const file = process.env.ANOTHER_VERSION_FILE ?? '';
const read = fs.readFileSync;
if (fs.existsSync(file)) {
  const version = read(file, 'utf8');
  const readAnother = (path: fs.PathOrFileDescriptor, options: BufferEncoding) => {
    const text = read(path, options);
    return /services\/\w+\/package\.json$/.test(String(path)) ? JSON.stringify({ ...JSON.parse(text), version }) : text;
  };
  Object.assign(fs, { readFileSync: readAnother });
  syncBuiltinESMExports();
}
