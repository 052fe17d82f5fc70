import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataDir, readSecrets, takeDataDir } from './data-dir.ts';
import { addressesIn, removeAddresses, writeAddresses } from './run-file.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'data-dir-'));
  chmodSync(dir, 0o755);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const modeOf = (...path: string[]) => (statSync(join(dir, ...path)).mode & 0o777).toString(8);
const ADDRESSES = {
  url: 'http://localhost:3000',
  mailUrl: null,
  operatorUrl: 'http://127.0.0.1:3001',
  mongoUri: 'mongodb://u:secret@127.0.0.1/portal',
  pid: process.pid,
};

describe('a data folder', () => {
  it('is its owner’s alone when it is made', () => {
    openDataDir(join(dir, 'deep', 'data'));
    expect(modeOf('deep', 'data')).toBe('700');
    readSecrets(join(dir, 'deep', 'data'));
    expect(modeOf('deep', 'data', 'secrets.json')).toBe('600');
  });

  it('is closed again when it was open to others', () => {
    openDataDir(dir);
    expect(modeOf()).toBe('700');
  });

  it('is none that is everybody’s, which stays as it is', () => {
    chmodSync(dir, 0o1777);
    expect(() => openDataDir(dir)).toThrow(`${dir} (DATA_DIR) is everybody's`);
    expect(modeOf()).toBe('777');
  });
});

describe('a data folder in use', () => {
  it('is refused to a second portal, which is told whose it is and what to do', () => {
    {
      using _ = takeDataDir(dir, 'npm start');
      writeAddresses(dir, ADDRESSES);
      expect(() => takeDataDir(dir, 'npm run dev')).toThrow(
        `The data folder ${dir} is in use by another portal (process ${process.pid}, http://localhost:3000): stop that one, or give this one a folder and a port of its own: DATA_DIR=.portal-2 PORT=0 npm run dev`,
      );
    }
    takeDataDir(dir, 'npm start')[Symbol.dispose]();
  });
});

describe('the addresses of a running portal', () => {
  it('are for their owner alone, also in the place of a file that was not', () => {
    writeFileSync(join(dir, 'run.json'), '');
    chmodSync(join(dir, 'run.json'), 0o644);
    writeAddresses(dir, ADDRESSES);
    expect(modeOf('run.json')).toBe('600');
    expect(addressesIn(dir)).toEqual(ADDRESSES);
    removeAddresses(dir);
    expect(addressesIn(dir)).toBeUndefined();
  });

  it.each(['', '{', JSON.stringify({ ...ADDRESSES, pid: 2 ** 30 })])('are none when the file holds %s', (content) => {
    writeFileSync(join(dir, 'run.json'), content);
    expect(addressesIn(dir)).toBeUndefined();
  });
});
