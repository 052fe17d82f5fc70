import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { releaseSchema, remoteConfigSchema } from '@cytocomm/contract';
import { z } from 'zod';

/** A version with which the id of a release can begin. */
const isVersion = (version: string) => releaseSchema.shape.release.safeParse(`${version}-000000000000`).success;
const packageSchema = z.object({ version: z.string().refine(isVersion) });

/** A folder holds no remote that can be built. The message is for the person at the terminal. */
export class NotARemote extends Error {
  override readonly name = 'NotARemote';
}

/** The parsed form of a remote's configuration. */
type ParsedRemoteConfig = z.output<typeof remoteConfigSchema>;

/** The sources of one remote: its configuration and where each exposed component lives. */
export interface RemoteSource {
  readonly dir: string;
  readonly version: string;
  readonly config: ParsedRemoteConfig;
  /** Exposed component name to absolute module path. */
  readonly components: Readonly<Record<string, string>>;
}

function findComponent(dir: string, name: string): string {
  for (const folder of ['pages', 'sections', 'overlays']) {
    const path = join(dir, 'src', folder, `${name}.tsx`);
    if (existsSync(path)) return path;
  }
  throw new NotARemote(`${dir}: no src/pages, src/sections or src/overlays module for the component "${name}"`);
}

/** Names of the components that a configuration contributes, each once. */
function contributedComponents(config: ParsedRemoteConfig): string[] {
  const { routes, sections, overlays } = config.contributions;
  return [...new Set([...routes, ...sections, ...overlays].map((contribution) => contribution.component))].sort();
}

function readVersion(dir: string): string {
  const file = join(dir, 'package.json');
  try {
    return packageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
  } catch (cause) {
    throw new NotARemote(`${file} has to be there and to name a version, like "version": "1.0.0".`, { cause });
  }
}

/** The excerpt of the source in an error of swc. */
const SWC_EXCERPT = /[╭,][─-]\[(?:.*?:)?(\d+):\d+\]\n([\s\S]*?)\n\s*[╰`][─-]+/;
const SWC_MESSAGE = /(?:^|\s)[x×] (.*)/;

/** Returns what is wrong with the syntax of a file, after its place: `FILE:LINE: WORDS`; undefined when it can be parsed. */
async function syntaxFault(file: string): Promise<string | undefined> {
  // Loaded only for a configuration that cannot be imported.
  const { parseSync } = await import('@swc/core');
  try {
    parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', target: 'es2022' });
    return undefined;
  } catch (error) {
    const text = stripVTControlCharacters(String(error));
    const [, words = text.trim()] = SWC_MESSAGE.exec(text) ?? [];
    const [, line, excerpt] = SWC_EXCERPT.exec(text) ?? [];
    return line === undefined ? `${file}: ${words}` : `${file}:${line}: ${words}\n${excerpt}`;
  }
}

async function importConfig(file: string): Promise<unknown> {
  // A module is read once a process; the time of the last change in its address makes a changed one be read again.
  const address = `${pathToFileURL(file).href}?${statSync(file).mtimeMs}`;
  try {
    const module: { default?: unknown } = await import(address);
    return module.default;
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new NotARemote(`remote.config.ts cannot be read. ${(await syntaxFault(file)) ?? `${file}: ${words}`}`, {
      cause,
    });
  }
}

/** Reads the folder of a remote. Throws NotARemote, which names what is missing or wrong. */
export async function readRemoteSource(dir: string): Promise<RemoteSource> {
  const file = join(dir, 'remote.config.ts');
  if (!existsSync(file))
    throw new NotARemote(`${dir} is not the folder of a remote: there is no remote.config.ts in it.`);
  const version = readVersion(dir);
  const parsed = remoteConfigSchema.safeParse(await importConfig(file));
  if (!parsed.success) throw new NotARemote(`${file}: ${z.prettifyError(parsed.error)}`);
  const components = Object.fromEntries(
    contributedComponents(parsed.data).map((name) => [name, findComponent(dir, name)]),
  );
  return { dir, version, config: parsed.data, components };
}
