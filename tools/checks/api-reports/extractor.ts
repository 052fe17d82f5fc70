import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { declarationOf, settingsFor } from './declarations.ts';
import type { PublicPackage } from './public-packages.ts';

/** API Extractor could not read a package; the message holds its own words. */
export class NoReport extends Error {
  override readonly name = 'NoReport';
}

/** One entry of a package's `exports`. */
interface Door {
  /** What an import names. */
  readonly specifier: string;
  /** The declarations behind it. */
  readonly entry: string;
  readonly manifest: string;
}

const SILENT = { logLevel: ExtractorLogLevel.None };
const FAILING = { logLevel: ExtractorLogLevel.Error };
const REPORT = 'report.api.md';
/** The part of API Extractor's file that holds the types, without the note that ends it. */
const TYPES = /^```ts\n(.*?)(?:\/\/ \(No @packageDocumentation .*?\)\s*)?^```$/ms;

function configOf(root: string, { entry, manifest, specifier }: Door, folder: string): ExtractorConfig {
  const reportFolder = join(folder, 'reports', specifier);
  mkdirSync(reportFolder, { recursive: true });
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: manifest,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: entry,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { ...settingsFor(root), files: [entry], include: [] } },
      apiReport: {
        enabled: true,
        // A type that is not exported and yet part of one that is: a change of it counts.
        includeForgottenExports: true,
        reportFileName: REPORT,
        reportFolder,
        reportTempFolder: reportFolder,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: FAILING },
        extractorMessageReporting: { default: SILENT },
        tsdocMessageReporting: { default: SILENT },
      },
    },
  });
}

function reportOf({ specifier }: Door, config: ExtractorConfig, compilerState: CompilerState): string {
  const complaints: string[] = [];
  const { succeeded } = Extractor.invoke(config, {
    compilerState,
    // Writes the report, instead of comparing it with an earlier one.
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error) complaints.push(message.formatMessageWithLocation(undefined));
      message.handled = true;
    },
  });
  const types = TYPES.exec(readFileSync(config.reportFilePath, 'utf8'))?.[1];
  if (!succeeded || types === undefined) throw new NoReport(`${specifier} has no report:\n${complaints.join('\n')}`);
  return types;
}

/**
 * Returns the public types of each door of packages, by what an import names. The folder holds the packages' declarations.
 * Throws NoReport with API Extractor's words.
 */
export function extractReports(
  root: string,
  packages: readonly PublicPackage[],
  folder: string,
): ReadonlyMap<string, string> {
  const doors = packages.flatMap(({ name, dir, exports }) =>
    Object.entries(exports).map(([path, source]): Door => {
      const place = join(folder, dir);
      const entry = join(place, declarationOf(source));
      return { specifier: name + path.slice(1), entry, manifest: join(place, 'package.json') };
    }),
  );
  const configs = doors.map((door) => ({ door, config: configOf(root, door, folder) }));
  const [first] = configs;
  if (first === undefined) return new Map();
  // One reading of all declarations for all reports: most of the time goes there.
  const state = CompilerState.create(first.config, { additionalEntryPoints: doors.map(({ entry }) => entry) });
  return new Map(configs.map(({ door, config }) => [door.specifier, reportOf(door, config, state)]));
}
