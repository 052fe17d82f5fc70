import { z } from 'zod';
import { contributionsSchema, exposedNameSchema, lineSchema, wordsSchema } from './contributions.ts';

/** The version of this contract; a remote's release names the range of it that it needs. */
export const CONTRACT_VERSION = '1.6.0';

/** Every page carries its lock: what a release says of itself is short. */
const MAX_VERSION_LENGTH = 100;
const MAX_COMPONENTS = 200;
const rangeSchema = lineSchema.min(1).max(MAX_VERSION_LENGTH);

/** The name of a remote, or `shell`. */
export const remoteNameSchema = z
  .string()
  // It stands in addresses, labels and the audit trail.
  .max(40)
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens');
/** The id of a release: its version and a hash. */
export const releaseIdSchema = z
  .string()
  // The name of a folder, too: a version has 100 characters at most, and a working copy's has a word more.
  .max(200)
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?-[0-9a-f]{8,}$/, 'a version and a hash: 0.1.0-1a2b3c4d');
/** A semantic version. */
export const versionSchema = z
  .string()
  .max(MAX_VERSION_LENGTH)
  .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/, 'a semantic version: 1.4.0');
const filePathSchema = z.string().regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/, 'a relative path below the release');
const integritySchema = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'a sha384 integrity value');

/** What a remote's `remote.config.ts` states; the version comes from its package.json. */
export const remoteConfigSchema = z.strictObject({
  name: remoteNameSchema.describe('the remote’s name, once in the portal'),
  title: wordsSchema.describe('the words for this part of the portal in a failure message'),
  contract: rangeSchema.describe('the versions of the contract that it works with: `^1.2.0`'),
  contributions: contributionsSchema.describe('what it adds to the portal'),
});
/** The input form of a remote's configuration. */
export type RemoteConfig = z.input<typeof remoteConfigSchema>;

/** One file of a release. */
export const releaseFileSchema = z.strictObject({
  path: filePathSchema,
  integrity: integritySchema,
  bytes: z.number().int().nonnegative(),
});

const packageNameSchema = z
  .string()
  .max(214)
  .regex(/^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(\/[\w.-]+)*$/, 'a package, or a path below one');
const exportNameSchema = z
  .string()
  .max(100)
  .regex(/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u, 'a name that a module can export');

/** Of a shared package; the largest has some 50 names today. */
const MAX_SHARED_NAMES = 1000;
const MAX_SHARED_PACKAGES = 100;

function isSortedSet(names: readonly string[]): boolean {
  return names.every((name, place) => place === 0 || (names[place - 1] ?? '') < name);
}

/** The names of each shared package that a release takes, or (for the shell) gives. */
const sharedNamesSchema = z
  .unknown()
  // A record would leave this key out without a word.
  .refine((value) => !Object.hasOwn(Object(value), '__proto__'), '__proto__ is not a package')
  .pipe(
    z
      .record(
        packageNameSchema,
        z.array(exportNameSchema).max(MAX_SHARED_NAMES).refine(isSortedSet, 'names in order, each once'),
      )
      .refine((value) => Object.keys(value).length <= MAX_SHARED_PACKAGES, `at most ${MAX_SHARED_PACKAGES} packages`),
  );

/** The release manifest that a build leaves beside its files. */
export const releaseSchema = z.strictObject({
  name: remoteNameSchema,
  title: wordsSchema,
  version: lineSchema.max(MAX_VERSION_LENGTH),
  release: releaseIdSchema,
  /** The range of the contract that this release needs (semver). */
  contract: rangeSchema,
  /** The range of the API's versions that this release calls (semver); a release of an older build has none. */
  api: rangeSchema.optional(),
  /** The script that starts this release. */
  entry: filePathSchema,
  /** Shared packages this release takes from the shell, or (for the shell) gives, with version or range. */
  shared: z.record(lineSchema, lineSchema.max(MAX_VERSION_LENGTH)),
  /** The names it takes, or (for the shell) gives, of each shared ES module; a release of an older build has none. */
  sharedNames: sharedNamesSchema.optional(),
  /** The files each exposed component needs at once, scripts and styles, for preloading. */
  components: z
    .record(exposedNameSchema, z.strictObject({ scripts: z.array(filePathSchema), styles: z.array(filePathSchema) }))
    .refine((value) => Object.keys(value).length <= MAX_COMPONENTS, `at most ${MAX_COMPONENTS} components`),
  files: z.array(releaseFileSchema),
  contributions: contributionsSchema,
});
/** A release manifest. */
export type Release = z.infer<typeof releaseSchema>;

/**
 * One release inside a lock: the address its files are served from, and its manifest but for what is only read when a lock
 * is made, since every page carries its lock.
 */
export const lockedReleaseSchema = releaseSchema.omit({ api: true, sharedNames: true }).extend({
  /** Absolute path or URL that ends with a slash. */
  baseUrl: z.string().regex(/^(\/|https?:\/\/).*\/$/),
});
/** One release inside a lock. */
export type LockedRelease = z.infer<typeof lockedReleaseSchema>;

/** The id of a lock: the SHA-256 of what it was made of, from what, by whom, when and why. */
export const lockIdSchema = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits');

/** The lock: the immutable composition a page runs on. */
export const lockSchema = z.strictObject({
  id: lockIdSchema,
  createdAt: z.iso.datetime(),
  shell: lockedReleaseSchema,
  remotes: z.array(lockedReleaseSchema),
});
/** The immutable composition a page runs on. */
export type Lock = z.infer<typeof lockSchema>;

/** One release of a lock. */
export const lockPartSchema = z.object({ name: z.string(), version: z.string(), release: z.string() });
