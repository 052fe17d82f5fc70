import { ApiError } from '@cytocomm/api';
import { switchOffSchema } from '@cytocomm/contract';
import { ManifestUnusable, ReleaseAltered } from '@cytocomm/releases';
import { endWithFailure, readCommandLine } from './portal/command.ts';
import { refusalForPerson } from './portal/setting-checks.ts';
import { CannotStart } from './portal/settings.ts';
import {
  type CommandWords,
  list,
  promote,
  promoteCheckout,
  publish,
  remove,
  replace,
  rollBack,
  sign,
  switchOff,
  switchOn,
} from './releases/locks.ts';

const USAGE = `usage: npm run release                           build what changed, publish it as a working copy and promote it
       npm run release -- REMOTE …                the same for these alone
       npm run release -- publish REMOTE …        build these and publish their versions at PORTAL_URL with PORTAL_TOKEN
       npm run release -- promote REMOTE@VERSION … promote what is published
       npm run release -- rollback [LOCK|REMOTE]  back to an earlier lock, by default the nearest that can be used, or one remote back
       npm run release -- remove REMOTE           promote a lock without this remote
       npm run release -- switch-off REMOTE       its pages say that this part is away, until switch-on
       npm run release -- switch-on REMOTE
       npm run release -- list                    the last locks, and why one cannot be used; the live one has a star
       npm run release -- sign                    sign the live lock by the present key, where another one signed it
       npm run release -- replace                 build all and promote them alone: only where no lock can be used any more

--reason says why, for the history. All but publish act on the database (MONGODB_URI, the running portal's, or the one in
DATA_DIR) without API and browser; where NODE_ENV is production they need LOCK_SIGNING_KEY. Remotes of the live lock that
this checkout does not have stay as they are.`;

const COMMANDS: Readonly<Record<string, (context: CommandWords) => Promise<void>>> = {
  publish,
  promote,
  rollback: rollBack,
  remove,
  'switch-off': switchOff,
  'switch-on': switchOn,
  list,
  sign,
  replace,
};

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Returns the reason as the history takes it. Throws CannotStart for one that the API would refuse. */
function readReason(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const { data, error } = switchOffSchema.shape.reason.safeParse(text);
  if (error) throw new CannotStart(`--reason cannot be used: ${error.issues[0]?.message}.`);
  return data;
}

async function release(): Promise<void> {
  const options = { reason: { type: 'string' } } as const;
  const { values, positionals } = readCommandLine({ usage: USAGE, options, takesWords: true });
  const [name = '', ...words] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const context = { reason: readReason(values.reason), say: print };
  await (command ? command({ ...context, words }) : promoteCheckout({ ...context, words: positionals }));
}

release().catch((error: unknown) => {
  if (error instanceof ApiError) endWithFailure(refusalForPerson(error));
  const isPlain = [ManifestUnusable, ReleaseAltered].some((kind) => error instanceof kind);
  endWithFailure(isPlain && error instanceof Error ? new CannotStart(error.message, { cause: error }) : error);
});
