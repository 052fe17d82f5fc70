import type { CDPSession } from 'playwright-core';

/** How fast the network and the processor of a visit are. */
export interface Condition {
  readonly name: 'throttled' | 'unthrottled';
  readonly network?: { readonly downKbit: number; readonly upKbit: number; readonly latencyMs: number };
  /** How many times slower than this machine. */
  readonly cpuSlowdown: number;
}

/** A phone of the middle class on a slow mobile network. */
export const THROTTLED: Condition = {
  name: 'throttled',
  network: { downKbit: 1600, upKbit: 750, latencyMs: 150 },
  cpuSlowdown: 4,
};

/** This machine as it is. */
export const UNTHROTTLED: Condition = { name: 'unthrottled', cpuSlowdown: 1 };

const bytesPerSecond = (kbit: number) => (kbit * 1000) / 8;

/** Puts a page under a condition, through the developer tools' own throttling. */
export async function throttle(session: CDPSession, { network, cpuSlowdown }: Condition): Promise<void> {
  if (network)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: bytesPerSecond(network.downKbit),
      uploadThroughput: bytesPerSecond(network.upKbit),
    });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}
