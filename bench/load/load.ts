import { join } from 'node:path';
import { signIn, signInPeople } from '../portal/person.ts';
import { startPortal } from '../portal/portal.ts';
import { startBare } from '../portal/processes.ts';
import { compare, inTurn, milliseconds, type Part, percentile, type Row, type Target } from '../report.ts';
import { type Dose, fire, type LoadFigure } from './cannon.ts';
import { type Heard, hear } from './listeners.ts';
import { type Asks, type Kind, makeKinds, signInsOf } from './scenarios.ts';

const FULL = { people: 16, warmUp: { seconds: 1 }, dose: { seconds: 3 }, signIns: 100, events: 20 };
const SMOKE = { people: 2, warmUp: { requests: 20 }, dose: { requests: 20 }, signIns: 10, events: 2 };
/** The limits for sign-ins by network hold beyond that. */
const MAX_SIGN_IN_ROUNDS = 3;
const BARE = 'bare Express';

/** What is asked of a load beside bare Express, in answers a second. */
const TARGETS: Readonly<Record<string, Target>> = {
  'a lookup with a bearer token': { ratioAtLeast: 0.9 },
  Home: { ratioAtLeast: 0.5 },
  'a release file': { ratioAtLeast: 0.7 },
  'a range of 1 MB of a document': { ratioAtLeast: 0.9 },
};

/** One kind of load at the portal and at the bare contender, round by round in turn. */
interface LoadRounds {
  readonly name: string;
  readonly ours: readonly LoadFigure[];
  readonly theirs: readonly LoadFigure[];
}

/** The rates and times of a load beside the bare contender's, of the round whose ratio is the middle one. Throws when there is none. */
function loadRows({ name, ours, theirs: others }: LoadRounds): Row[] {
  const rounds = ours.flatMap((our, round) => {
    const their = others[round];
    return their === undefined ? [] : [{ our, their, ratio: our.perSecond / their.perSecond }];
  });
  const middle = rounds.toSorted((a, b) => a.ratio - b.ratio)[Math.floor((rounds.length - 1) / 2)];
  if (middle === undefined) throw new RangeError(`there is no round of ${name}`);
  const both = (of: keyof LoadFigure) => [middle.our[of], middle.their[of]] as const;
  return [
    compare('load', name, (value) => `${value.toFixed(0)}/s`, both('perSecond'), BARE, TARGETS[name]),
    compare('load', `${name}, p50`, milliseconds, both('p50'), BARE),
    compare('load', `${name}, p99`, milliseconds, both('p99'), BARE),
  ];
}

function heardRow(share: number, { listeners, afterMs }: Heard, bareHeard: Heard): Row {
  const times = [percentile(afterMs, share), percentile(bareHeard.afterMs, share)] as const;
  return compare('load', `an event at ${listeners} listeners, p${share * 100}`, milliseconds, times, BARE);
}

/** Puts a portal and the bare contender under each kind of load in turn, another first in each round. */
export const load: Part = async ({ workDir, runs, smoke, say }) => {
  const size = smoke ? SMOKE : FULL;
  const dir = join(workDir, 'load-files');
  await using portal = await startPortal(join(workDir, 'portal'));
  await using bare = await startBare(portal.mongoUri, dir);
  const emails = Array.from({ length: size.people }, (_, number) => `listener-${number}@lab.example`);
  const people = await signInPeople(portal, emails, 'investor');

  const measure = async ({ name, asks }: Kind, rounds: number, dose: Dose): Promise<LoadRounds> => {
    let sent: Asks = { ours: [], theirs: [] };
    const sides = [() => fire(portal.url, sent.ours, dose), () => fire(bare.url, sent.theirs, dose)];
    const [ours = [], others = []] = await inTurn(sides, rounds, async (round) => {
      sent = await asks(round);
    });
    return { name, ours, theirs: others };
  };
  const signIns = signInsOf(portal, size.signIns);
  const loads = [await measure(signIns, Math.min(runs, MAX_SIGN_IN_ROUNDS), { requests: size.signIns })];
  for (const kind of await makeKinds(portal, bare.url, dir, people)) {
    say(`  ${kind.name}`);
    // Counts for nothing: what runs for the first time is slower.
    await measure(kind, 1, size.warmUp);
    loads.push(await measure(kind, runs, size.dose));
  }
  const bearer = await (await signIn(portal, 'admin@cytocomm.example')).bearer();
  const portalHeard = await hear(portal.url, people, bearer, size.events);
  const bareHeard = await hear(bare.url, people, bearer, size.events);
  const rows = [
    ...loads.flatMap(loadRows),
    heardRow(0.5, portalHeard, bareHeard),
    heardRow(0.99, portalHeard, bareHeard),
  ];
  return { rows, figures: { loads, listeners: { ours: portalHeard, theirs: bareHeard } } };
};
