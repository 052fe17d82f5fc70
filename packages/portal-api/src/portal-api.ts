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

/** Returns the tags that an answer is cached under: `Other` where it has none of its own. */
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
