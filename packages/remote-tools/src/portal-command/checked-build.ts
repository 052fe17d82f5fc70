import { join } from 'node:path';
import type { Release } from '@cytocomm/contract';
import { checkRelease, passGate } from '@cytocomm/releases/gate';
import { buildRemote } from '../build.ts';
import type { SourceMaps } from '../source-maps.ts';

/** A release that the static rules of the gate have passed, and where it lies. */
export interface CheckedBuild {
  readonly release: Release;
  readonly distDir: string;
}

/** Builds the remote in `dir` as it is published and applies the static rules. Throws NotARemote, BuildFailed, GateRefused. */
export async function buildChecked(dir: string, maps: SourceMaps): Promise<CheckedBuild> {
  const release = await buildRemote(dir, 'production', maps);
  const distDir = join(dir, 'dist', release.release);
  passGate(checkRelease(distDir, release));
  return { release, distDir };
}
