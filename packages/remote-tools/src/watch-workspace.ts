import { rmSync, watch } from 'node:fs';
import { basename, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { ReleaseFacts } from '@cytocomm/releases';
import type { Configuration, Stats, StatsError } from 'webpack';
import webpack from 'webpack';
import { remoteFacts, shellFacts, writeManifest } from './build.ts';
import { type HotUpdates, hotConfig } from './dev-server/hot-config.ts';
import type { Fault } from './dev-server/messages.ts';
import { readRemoteSource } from './remote-source.ts';
import { type FederationRuntime, remoteConfig, shellConfig } from './webpack-config.ts';
import type { WorkspaceBuild } from './workspace-build.ts';

/** How many faults of one build are told: the first ones are the cause of the others. */
const MAX_FAULTS = 5;
const MAX_TEXT_LENGTH = 4000;

/** The place that swc writes above the lines that it shows: its file, line and column. */
const PLACE_OF_SWC = /[╭,][─-]\[(.+?):(\d+):(\d+)\]/;
/** The place that css-loader writes before what is wrong. */
const PLACE_OF_SHEET = /^\((\d+):(\d+)\) /m;
const PLACE_OF_WEBPACK = /^(\d+):(\d+)/;

/** What loaders write around what is wrong: who has found it, and where in its own program. */
const BEFORE_FAULT = /^Module (?:build failed|Error) \(from [^)]*\):\n(?:Error: |CssSyntaxError\n+)?/;
const AFTER_FAULT = /\n+(?:Caused by:|Stack backtrace:| {4}at )[\s\S]*$/;

/** Returns the path of a source as the page shows it: beginning with the name of its build, or with its folder beside that. */
export function sourcePath(name: string, path: string): string {
  return posix.join(name, path.split(sep).join('/'));
}

function placeOf(error: StatsError, message: string, dir: string): Omit<Fault, 'text'> {
  const [, written, line, column] = PLACE_OF_SWC.exec(message) ?? [];
  if (written) {
    const file = relative(dir, isAbsolute(written) ? written : resolve(dir, written));
    return { file, line: Number(line), column: Number(column) };
  }
  const file = error.moduleName?.split('!').at(-1)?.split('?')[0];
  if (!file) return {};
  const [, inSheet, columnInSheet] = PLACE_OF_SHEET.exec(message) ?? [];
  if (inSheet) return { file, line: Number(inSheet), column: Number(columnInSheet) };
  const [, first, from] = PLACE_OF_WEBPACK.exec(error.loc ?? '') ?? [];
  if (first === undefined) return { file };
  // webpack counts columns from 0.
  return { file, line: Number(first), column: Number(from) + 1 };
}

/** Returns what is wrong with a build of the workspace `name` in `dir`: the first faults, with their places in the sources. */
export function faultsOf(stats: Stats, name: string, dir: string): Fault[] {
  const { errors = [] } = stats.toJson({ all: false, errors: true, moduleTrace: false });
  return errors.slice(0, MAX_FAULTS).map((error) => {
    const message = stripVTControlCharacters(error.message);
    const { file, ...place } = placeOf(error, message, dir);
    const own = message.replace(BEFORE_FAULT, '').replace(AFTER_FAULT, '').replaceAll(join(dir, sep), '');
    return { text: own.trim().slice(0, MAX_TEXT_LENGTH), ...place, ...(file ? { file: sourcePath(name, file) } : {}) };
  });
}

/** Is called with what becomes of a watched workspace. */
export interface BuildListener {
  /**
   * A build is finished; `hash` is webpack's. Its folder is overwritten by the next one, so what is to last is copied before
   * this returns.
   */
  built(build: WorkspaceBuild, hash: string): void;
  /**
   * The sources do not build; the words are webpack's or say what is missing, and the faults are the same one by one. The build
   * before stays what it was.
   */
  failed(words: string, faults: readonly Fault[]): void;
}

/** What of a watched build may be chosen. */
export interface WatchChoice {
  /** Of a shell, by default its own. */
  readonly runtime?: FederationRuntime;
  /** Takes the hot updates; without, the build has none. */
  readonly updates?: HotUpdates | undefined;
}

/** A workspace that is rebuilt as its sources change. */
export interface WorkspaceWatch {
  close(): Promise<void>;
}

interface BuildPlan {
  readonly name: string;
  readonly configuration: Configuration;
  readonly facts: (stats: Stats) => Promise<ReleaseFacts>;
}

/** The folder of the shell; each other one is a remote's. */
const SHELL = 'shell';

async function planOf(dir: string, outDir: string, { runtime = 'own', updates }: WatchChoice): Promise<BuildPlan> {
  const hot = (role: 'shell' | 'remote', name: string, cold: Configuration) =>
    updates ? hotConfig(cold, role, { name, dir }, updates) : cold;
  if (basename(dir) === SHELL)
    return {
      name: SHELL,
      configuration: hot('shell', SHELL, shellConfig(dir, 'development', outDir, runtime)),
      facts: (stats) => shellFacts(dir, stats),
    };
  const source = await readRemoteSource(dir);
  const { name } = source.config;
  return {
    name,
    configuration: hot('remote', name, remoteConfig(source, 'development', outDir)),
    facts: async (stats) => remoteFacts(source, stats),
  };
}

/** One save makes several events; they end within this, in ms. */
const SAVE_MS = 50;

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function watchBuild(dir: string, plan: BuildPlan, outDir: string, listener: BuildListener): () => Promise<void> {
  const { name, configuration } = plan;
  const compiler = webpack({
    ...configuration,
    // A file that the sources no longer make must not stay in every later release.
    output: { ...configuration.output, clean: true },
    // Numbers change with each rebuild; under names the same sources are the same release.
    optimization: { ...configuration.optimization, moduleIds: 'named', chunkIds: 'named' },
  });
  const finish = async (stats: Stats): Promise<void> => {
    const release = writeManifest(outDir, await plan.facts(stats));
    listener.built({ release, distDir: outDir }, stats.hash ?? '');
  };
  const fail = (error: unknown) => listener.failed(wordsOf(error), [{ text: wordsOf(error) }]);
  compiler.watch({}, (error, stats) => {
    if (error) fail(error);
    else if (stats?.hasErrors())
      listener.failed(stats.toString({ all: false, errors: true, colors: false }), faultsOf(stats, name, dir));
    else if (stats) finish(stats).catch(fail);
  });
  return () =>
    new Promise((resolve, reject) => {
      compiler.close((error) => (error ? reject(error) : resolve()));
    });
}

/**
 * Builds the workspace in `dir` for development into `outDir`, browser build only, and again whenever its sources, or its
 * configuration and with it what it contributes, change.
 */
export function watchWorkspace(
  dir: string,
  outDir: string,
  listener: BuildListener,
  choice: WatchChoice = {},
): WorkspaceWatch {
  const configFile = basename(dir) === SHELL ? 'shell.config.ts' : 'remote.config.ts';
  let closeBuild: (() => Promise<void>) | undefined;
  let closed = false;
  let restarting = false;

  async function restart(): Promise<void> {
    restarting = false;
    await closeBuild?.();
    closeBuild = undefined;
    if (closed) return;
    rmSync(outDir, { recursive: true, force: true });
    try {
      closeBuild = watchBuild(dir, await planOf(dir, outDir, choice), outDir, listener);
    } catch (error) {
      listener.failed(wordsOf(error), [{ text: wordsOf(error) }]);
    }
  }

  let work = restart();
  // webpack follows the modules; this follows what decides which modules there are.
  const files = watch(
    dir,
    { recursive: true, ignore: ['dist', 'dist/**', 'node_modules', 'node_modules/**'] },
    (_event, file) => {
      if (restarting || (closeBuild && file !== configFile)) return;
      restarting = true;
      work = work.then(() => pause(SAVE_MS)).then(restart);
    },
  );

  return {
    close() {
      closed = true;
      files.close();
      work = work.then(async () => closeBuild?.());
      return work;
    },
  };
}
