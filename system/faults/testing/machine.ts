import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';

const SIZE = '300m';

/** A file system of its own in memory, which only root on Linux can mount. */
export interface SmallDisk extends Disposable {
  readonly dir: string;
  /** Takes all the room that is left; returns what gives it back. */
  fill(): () => void;
}

/** Mounts a disk of 300 MB. Throws when that is not allowed. */
export function mountSmallDisk(): SmallDisk {
  const dir = mkdtempSync(join(tmpdir(), 'small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0700`, 'tmpfs', dir]);
  const filler = join(dir, 'filler');
  return {
    dir,
    fill: () => {
      const { bavail, bsize } = statfsSync(dir);
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize + bsize));
      } catch (error) {
        if (!(isNativeError(error) && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
      return () => rmSync(filler);
    },
    [Symbol.dispose]: () => {
      // Logs that are just being closed may hold it for a moment.
      execFileSync('umount', ['--lazy', dir]);
      rmSync(dir, { recursive: true });
    },
  };
}
