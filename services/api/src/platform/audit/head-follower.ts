import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AuditHeads, headOf } from './head.ts';
import type { Place } from './seal.ts';
import type { SealChain } from './seal-chain.ts';
import type { SealedPlace } from './seal-model.ts';

/** How long a head may lag behind the rows, in ms: many rows need one update. */
const HEAD_LAG_MS = 25;
/** How long to wait before a head is advanced again that could not be, in ms. */
const RETRY_MS = 1000;

/** Advances the head records of the segments that a process writes, behind their rows. */
export interface HeadFollower {
  /** Advances the head of a segment soon, and again until it succeeds. */
  follow(end: SealedPlace): void;
  /** Whether a head is behind. */
  isBehind(): boolean;
  /** Resolves when no head is behind; what fails now is not tried again. */
  settle(): Promise<void>;
}

/** Creates what advances heads; `onEnded` is called with a segment that others have ended. */
export function createHeadFollower(
  heads: AuditHeads,
  seals: Pick<SealChain, 'seal'>,
  { log, onEnded }: { log: Logger; onEnded: (segment: number) => void },
): HeadFollower {
  const behind = new Map<number, Place>();
  let advancing: Promise<void> | undefined;
  let isSettling = false;

  /** Advances the head of a segment. One without a head was ended by others: it is left, sealed to its last row. */
  async function advance(end: SealedPlace): Promise<void> {
    const { segment } = end;
    const name = headOf(segment);
    if (await heads.advance(name, end)) return;
    onEnded(segment);
    log.warn({ segment }, 'a segment of the audit trail has no head record any more: rows go on in another');
    // First: should this process end before it has sealed, others find the segment by its head, and seal it.
    await heads.begin(name, end);
    await seals.seal([end], [segment]);
  }

  async function advanceAll(): Promise<void> {
    let hasFailed = false;
    while (behind.size > 0) {
      await pause(hasFailed ? RETRY_MS : HEAD_LAG_MS);
      const all = [...behind];
      behind.clear();
      const failed = new Map<number, Place>();
      for (const [segment, place] of all) {
        await advance({ segment, ...place }).catch((error: unknown) => {
          if (!hasFailed) log.warn({ err: error, segment }, 'a head record of the audit trail lags behind');
          failed.set(segment, place);
        });
      }
      hasFailed = failed.size > 0;
      if (isSettling) continue;
      for (const [segment, place] of failed) if (!behind.has(segment)) behind.set(segment, place);
    }
    advancing = undefined;
  }

  return {
    follow: ({ segment, ...place }) => {
      behind.set(segment, place);
      advancing ??= advanceAll();
    },
    isBehind: () => advancing !== undefined,
    settle: async () => {
      isSettling = true;
      await advancing;
      isSettling = false;
    },
  };
}
