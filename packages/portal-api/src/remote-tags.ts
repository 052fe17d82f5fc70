import { portalApi, type RemoteTag, type Tag, tagTypes } from './portal-api.ts';

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
  if (!REMOTE.test(remote)) throw new Error(`${remote} is no name of a remote.`);
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong !== undefined) throw new Error(`"${wrong}" is no name of a tag: it is a word like Sample.`);
  const tags = names.map((name): [Name, RemoteTag] => [name, `${remote}/${name}`]);
  for (const [, tag] of tags) added.add(tag);
  portalApi.enhanceEndpoints({ addTagTypes: [...added] });
  return Object.assign({}, ...tags.map(([name, tag]) => ({ [name]: tag })));
}

/** Returns all tags: those of the portal and those that remotes have added. */
export const allTags = (): readonly Tag[] => [...tagTypes, ...added];
