import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { CannotStart } from '../../commands/portal/settings.ts';

/** Services that have an image of their own. */
export const IMAGE_SERVICES = ['api', 'web', 'trials', 'mailbox'] as const;
/** A service that has an image of its own. */
export type ImageService = (typeof IMAGE_SERVICES)[number];

/** Returns the folder of a service, relative to the checkout. */
export function folderOf(service: ImageService): string {
  return service === 'mailbox' ? 'tools/mailbox' : `services/${service}`;
}

/** Returns the program of a service, relative to the checkout. */
export function programOf(service: ImageService): string {
  return `${folderOf(service)}/src/${service === 'api' ? 'main/main.ts' : 'main.ts'}`;
}

/** What a production tree holds. */
export interface ProductionTree {
  /** Rooms of the workspace, by their paths. */
  readonly rooms: readonly string[];
  /** Paths of packages below the root: `node_modules/zod`. */
  readonly packages: readonly string[];
}

/** What npm prints of a large tree. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Of a room: what only its checkout needs. */
const LEFT_OUT = /^(node_modules|dist|testing|coverage)$|\.test\.tsx?$|\.md$/;

/** Returns the paths of what a service needs in production, as npm installed it. Throws CannotStart when something is missing. */
function installedPaths(root: string, service: ImageService): readonly string[] {
  const args = ['ls', '--all', '--parseable', '--omit', 'dev', '--workspace', folderOf(service)];
  try {
    const options = { cwd: root, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES, stdio: 'pipe' } as const;
    const listed = execFileSync('npm', args, options).split('\n').filter(Boolean);
    return [...new Set(listed)].filter((path) => path !== root).sort();
  } catch (error) {
    throw new CannotStart(`npm cannot list what ${folderOf(service)} needs; npm ci installs it.`, { cause: error });
  }
}

const nameSchema = z.object({ name: z.string() });
const readName = (folder: string) =>
  nameSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).name;

/**
 * Returns what a service needs in production, and nothing else: its room and those that it depends on, and their packages.
 * Throws CannotStart when a package is not installed.
 */
export function productionTree(root: string, service: ImageService): ProductionTree {
  const rooms = new Set<string>();
  const packages: string[] = [];
  for (const path of installedPaths(root, service)) {
    const real = relative(root, realpathSync(path));
    if (real.split(sep).includes('node_modules')) packages.push(relative(root, path));
    else rooms.add(real);
  }
  return { rooms: [...rooms].sort(), packages };
}

/** Writes a production tree into an empty folder, as it lies in the workspace but without the tests of rooms. */
export function writeProductionTree(root: string, { rooms, packages }: ProductionTree, folder: string): void {
  // Packages within a package are listed on their own.
  for (const path of packages)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (from) => from === join(root, path) || basename(from) !== 'node_modules',
    });
  for (const room of rooms) {
    cpSync(join(root, room), join(folder, room), {
      recursive: true,
      filter: (from) => from === join(root, room) || !LEFT_OUT.test(basename(from)),
    });
    const link = join(folder, 'node_modules', readName(join(root, room)));
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, room)), link);
  }
}
