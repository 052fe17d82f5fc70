import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { remoteConfigSchema } from '@cytocomm/contract';
import { z } from 'zod';

const packageSchema = z.object({ version: z.string() });

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
  throw new Error(`${dir}: no src/pages, src/sections or src/overlays module for the component "${name}"`);
}

/** Names of the components that a configuration contributes, each once. */
function contributedComponents(config: ParsedRemoteConfig): string[] {
  const { routes, sections, overlays } = config.contributions;
  return [...new Set([...routes, ...sections, ...overlays].map((contribution) => contribution.component))].sort();
}

/** Reads a remote's folder. Throws a sentence that names what is missing or wrong. */
export async function readRemoteSource(dir: string): Promise<RemoteSource> {
  const { version } = packageSchema.parse(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')));
  const file = join(dir, 'remote.config.ts');
  // A module is read once a process; the time of the last change in its address makes a changed one be read again.
  const address = `${pathToFileURL(file).href}?${statSync(file).mtimeMs}`;
  const module: { default?: unknown } = await import(address);
  const parsed = remoteConfigSchema.safeParse(module.default);
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  const components = Object.fromEntries(
    contributedComponents(parsed.data).map((name) => [name, findComponent(dir, name)]),
  );
  return { dir, version, config: parsed.data, components };
}
