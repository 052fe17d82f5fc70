import { createApi } from '@reduxjs/toolkit/query/react';
import { portalBaseQuery } from './base-query.ts';

/**
 * What lists and records are cached under; a change on the server invalidates by these names. `Other` is what no event tells
 * of: it is read again when events may have been missed.
 */
export const tagTypes = [
  'User',
  'Document',
  'PressRelease',
  'Event',
  'AuthSession',
  'Subscription',
  'Operations',
  'Release',
  'Lock',
  'Remote',
  'TeamToken',
  'Bin',
  'Notification',
  'Other',
] as const;
/** A tag of one remote's own, which `remoteTags` adds: the remote and a word, `mfe-lab/Sample`. */
export type RemoteTag = `${string}/${string}`;
/** One name that server state is cached under. */
export type Tag = (typeof tagTypes)[number] | RemoteTag;

const portalTags: readonly Tag[] = tagTypes;

/** Returns the tags of an answer: `Other` by default. */
export const cachedUnder = (tags: readonly Tag[]): readonly Tag[] => (tags.length === 0 ? ['Other'] : tags);

/** The base slice: it has no endpoints of its own, each remote injects those it needs. */
export const portalApi = createApi({
  reducerPath: 'portalApi',
  baseQuery: portalBaseQuery,
  tagTypes: portalTags,
  endpoints: () => ({}),
});

/** The build writes the value of `process.env.NODE_ENV` into its place; nothing else of Node is there. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/**
 * For `overrideExisting` of every `injectEndpoints`: a name that another remote has taken throws, instead of calling the
 * other's endpoint. Where modules are replaced while one works on them, the new one takes the place of the old.
 */
export const ON_TAKEN_NAME: boolean | 'throw' = process.env.NODE_ENV === 'development' ? true : 'throw';

const REMOTE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const NAME = /^[A-Z][A-Za-z0-9]*$/;

const added = new Set<RemoteTag>();

/**
 * Adds tags of a remote's own to the cache and returns them by name, for `endpoint`, `pages` and `mutation`. Each begins
 * with the remote, so those of two remotes never meet; the same ones may be added again. Throws for a name that is no
 * remote's or no word in capitals (`Sample`).
 */
export function remoteTags<const Name extends string>(
  remote: string,
  names: readonly Name[],
): { readonly [Key in Name]: RemoteTag } {
  if (!REMOTE.test(remote)) throw new Error(`${remote} is not the name of a remote.`);
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong !== undefined) throw new Error(`"${wrong}" is not a tag name such as Sample.`);
  const tags = names.map((name): [Name, RemoteTag] => [name, `${remote}/${name}`]);
  for (const [, tag] of tags) added.add(tag);
  portalApi.enhanceEndpoints({ addTagTypes: [...added] });
  return Object.assign({}, ...tags.map(([name, tag]) => ({ [name]: tag })));
}

/** Returns all tags: those of the portal and those that remotes have added. */
export const allTags = (): readonly Tag[] => [...tagTypes, ...added];
