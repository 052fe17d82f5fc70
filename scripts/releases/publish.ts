import { resolve } from 'node:path';

import { addressOf, problemSchema, publishedReleaseSchema, publishRelease } from '@cytocomm/contract';
import { isLocalHost } from '@cytocomm/database-address';
import { packRelease } from '@cytocomm/releases';
import type { WorkspaceBuild } from '@cytocomm/remote-tools';
import { buildWithinBudget } from '../build.ts';
import { addressesIn } from '../portal/run-file.ts';
import { CannotStart, readSettings } from '../portal/settings.ts';
import type { CommandWords } from '../release.ts';
import { knownWorkspaces } from '../workspaces.ts';

/** How long a portal may take to answer, in ms: it unpacks the release and looks at all of it. */
const PUBLISH_TIMEOUT_MS = 180_000;

function portalAddress(): URL {
  const address = process.env.PORTAL_URL || addressesIn(resolve(readSettings(process.env).DATA_DIR))?.url;
  if (address === undefined || !URL.canParse(address))
    throw new CannotStart('PORTAL_URL has to be the address of a portal, like https://portal.example.');
  const portal = new URL(address);
  if (portal.protocol !== 'https:' && !isLocalHost(portal.hostname))
    throw new CannotStart('PORTAL_URL has to be an https address: the token would be read on its way.');
  return portal;
}

async function send(portal: URL, token: string, { release, distDir }: WorkspaceBuild): Promise<string> {
  const url = new URL(addressOf(publishRelease, { remote: release.name }), portal);
  const body = await packRelease(distDir);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/gzip' };
  const signal = AbortSignal.timeout(PUBLISH_TIMEOUT_MS);
  let answer: Response;
  try {
    answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
  } catch (cause) {
    throw new CannotStart(
      `${url.href} gave no answer: ${String(cause)}. Publish it again: what is there already stays as it is.`,
      { cause },
    );
  }
  const text = await answer.text();
  if (!answer.ok) throw new CannotStart(refusalOf(release.name, answer.status, text));
  const { version, gate } = publishedReleaseSchema.parse(JSON.parse(text));
  const faults = gate.checks.filter(({ outcome }) => outcome === 'refused').map(({ message }) => `\n  ${message}`);
  const state = answer.status === 200 ? 'is published already' : 'is published';
  if (gate.outcome === 'refused')
    throw new CannotStart(`${release.name} ${version} ${state}, and the gate refused it:${faults.join('')}`);
  return `${release.name} ${version} ${state}.`;
}

function refusalOf(name: string, status: number, text: string): string {
  try {
    const { detail, errors = [] } = problemSchema.parse(JSON.parse(text));
    return `${name} was not published: ${detail}${errors.map(({ path, message }) => `\n  ${path}: ${message}`).join('')}`;
  } catch {
    return `${name} was not published: the portal answered ${status} with what is no answer of its API.`;
  }
}

/** Builds remotes and publishes their versions over HTTP under a team token. Nothing is promoted. */
export async function publish({ words, say }: CommandWords): Promise<void> {
  const { PORTAL_TOKEN: token } = process.env;
  if (words.length === 0) throw new CannotStart('publish takes the names of the remotes to publish.');
  const names = knownWorkspaces(words);
  if (!token) throw new CannotStart('PORTAL_TOKEN has to hold a team token: a developer makes one in the dashboard.');
  const portal = portalAddress();
  for (const build of await buildWithinBudget(names)) say(await send(portal, token, build));
}
