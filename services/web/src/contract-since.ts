import type { Lock } from '@cytocomm/contract';

/** Whether the shell of a lock keeps this version of the contract, or a later one: earlier shells stay live, or come back. */
export function contractSince({ shell }: Lock, [sinceMajor, sinceMinor]: readonly [number, number]): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(shell.contract) ?? [];
  return Number(major) > sinceMajor || (Number(major) === sinceMajor && Number(minor) >= sinceMinor);
}
