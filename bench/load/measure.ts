import { join } from 'node:path';
import { signIn } from '../portal/person.ts';
import type { RunningPortal } from '../portal/running-portal.ts';
import { prepare } from './asks.ts';
import { startBare } from './bare-process.ts';
import { type Ask, type Dose, fire, type LoadFigure } from './cannon.ts';
import { type Heard, hear } from './listeners.ts';
import { askForLinks, SIGN_INS } from './sign-ins.ts';

const SECONDS = 3;
const MAX_SIGN_IN_ROUNDS = 3;

/** One kind of load at the portal and at the bare contender, round by round in turn. */
export interface LoadRounds {
  readonly name: string;
  readonly ours: readonly LoadFigure[];
  readonly theirs: readonly LoadFigure[];
}

/** What was measured under load. */
export interface LoadFigures {
  readonly loads: readonly LoadRounds[];
  readonly listeners: { readonly ours: Heard; readonly theirs: Heard };
}

type Sides = readonly [ours: { url: string; asks: readonly Ask[] }, theirs: { url: string; asks: readonly Ask[] }];

async function oneRound(sides: Sides, round: number, dose: Dose): Promise<readonly [LoadFigure, LoadFigure]> {
  const figures: LoadFigure[] = [];
  const order = round % 2 === 0 ? sides : sides.toReversed();
  for (const { url, asks } of order) figures.push(await fire(url, asks, dose));
  const [first, second] = figures;
  if (first === undefined || second === undefined) throw new Error('a round has two sides');
  return round % 2 === 0 ? [first, second] : [second, first];
}

/** Puts the portal and the bare contender under each kind of load in turn, another first in each round. */
export async function measureLoad(
  portal: RunningPortal,
  workDir: string,
  rounds: number,
  say: (line: string) => void,
): Promise<LoadFigures> {
  const dir = join(workDir, 'load-files');
  const { people, kinds } = await prepare(portal, dir);
  await using bare = await startBare(portal.mongoUri, dir);
  const loads: LoadRounds[] = [];
  const measure = async (name: string, count: number, dose: Dose, asksOf: (round: number) => Promise<Sides>) => {
    const ours: LoadFigure[] = [];
    const theirs: LoadFigure[] = [];
    for (let round = 0; round < count; round += 1) {
      const [our, their] = await oneRound(await asksOf(round), round, dose);
      ours.push(our);
      theirs.push(their);
    }
    loads.push({ name, ours, theirs });
    say(
      `  ${name}: ${ours.map((each, round) => (each.perSecond / (theirs[round]?.perSecond ?? 0)).toFixed(2)).join(', ')} x`,
    );
  };
  await measure('sign-ins', Math.min(rounds, MAX_SIGN_IN_ROUNDS), { requests: SIGN_INS }, async (round) => {
    const { ours, theirs } = await askForLinks(portal, round);
    return [
      { url: portal.url, asks: ours },
      { url: bare.url, asks: theirs },
    ];
  });
  for (const { name } of await kinds()) {
    const asksOf = async (): Promise<Sides> => {
      const kind = (await kinds()).find((each) => each.name === name);
      return [
        { url: portal.url, asks: kind?.ours ?? [] },
        { url: bare.url, asks: kind?.theirs ?? [] },
      ];
    };
    // Counts for nothing: what runs for the first time is slower.
    await oneRound(await asksOf(), 0, { seconds: 1 });
    await measure(name, rounds, { seconds: SECONDS }, asksOf);
  }
  const admin = await signIn(portal, 'admin@cytocomm.example');
  const bearer = await admin.bearer();
  const listeners = { ours: await hear(portal.url, people, bearer), theirs: await hear(bare.url, people, bearer) };
  return { loads, listeners };
}
