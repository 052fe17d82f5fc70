import { PACKAGES_FOLDER } from '@cytocomm/composition';
import { z } from 'zod';

/** The file of the shell's release that lists the packages in it. */
export const PACKAGES_INDEX = `${PACKAGES_FOLDER}/index.json`;

/** The packages of a release: what a registry tells of each, and the file that holds it. */
export const packageIndexSchema = z.array(
  z.object({
    name: z.string().regex(/^@cytocomm\/[a-z][a-z\d-]*$/, 'a name of the portal’s scope'),
    version: z.string(),
    /** The name of its archive, beside the index. */
    file: z.string().regex(/^[\w.-]+\.tgz$/, 'the name of an archive'),
    /** `sha512-` and the hash of the archive in base64, as npm compares it. */
    integrity: z.string().regex(/^sha512-[\w+/]{86}==$/, 'a SHA-512 hash'),
    /** SHA-1 of the archive, 40 hex digits, for old clients. */
    shasum: z.string().regex(/^[\da-f]{40}$/, 'a SHA-1 hash'),
    /** Its `package.json`. */
    manifest: z.record(z.string(), z.json()),
  }),
);
/** The packages of a release. */
export type PackageIndex = z.infer<typeof packageIndexSchema>;
