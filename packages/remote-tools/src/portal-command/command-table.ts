import type { CommandContext } from './command-context.ts';

/** An option of a command. */
interface CommandOption {
  /** The word for what follows it; one without is on where it stands. */
  readonly value?: string;
  readonly description: string;
}

/** One command of `portal`. */
export interface Command {
  /** What may follow its name, as --help writes it; empty where nothing may. */
  readonly usage: string;
  /** How many arguments may follow. */
  readonly maxArgs: number;
  /** What it does, as a sentence. */
  readonly description: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Does it, or throws CommandFailed. Loaded when it is asked for: most commands do without what builds. */
  readonly run: (context: CommandContext) => Promise<void>;
}

const REMOTE: CommandOption = { value: 'NAME', description: 'the remote; by default the one of this folder' };
const REASON: CommandOption = { value: 'TEXT', description: 'why, for the history' };

/** The commands of `portal`: --help and the reference in the documents are made of this table. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  dev: {
    usage: '',
    maxArgs: 0,
    description: 'Serves the remote of this folder alone, hot, on the fake portal; or for the pages of a portal.',
    options: {
      port: { value: 'PORT', description: 'by default PORT of the environment, or a free one' },
      against: { value: 'URL', description: 'the portal whose pages load it from here, for one developer alone' },
    },
    run: async (context) => (await import('./dev.ts')).runDev(context),
  },
  check: {
    usage: '',
    maxArgs: 0,
    description:
      'Checks types, lint and tests as far as this folder has them, builds, and applies the static rules of the gate.',
    options: {},
    run: async (context) => (await import('./check.ts')).runCheck(context),
  },
  gate: {
    usage: '',
    maxArgs: 0,
    description:
      'Builds, and is the whole gate here: its static rules, and its trial run of every page, section and overlay in Chromium.',
    options: {},
    run: async (context) => (await import('./check.ts')).runGate(context),
  },
  publish: {
    usage: '[FOLDER]',
    maxArgs: 1,
    description:
      'Publishes the release in FOLDER, or builds the remote of this folder and publishes that. Nothing is promoted.',
    options: {},
    run: async (context) => (await import('./publish.ts')).runPublish(context),
  },
  promote: {
    usage: '[VERSION]',
    maxArgs: 1,
    description: 'Makes a published version live for everybody, by default that of package.json.',
    options: { remote: REMOTE, reason: REASON },
    run: async (context) => (await import('./release-commands.ts')).runPromote(context),
  },
  canary: {
    usage: '[VERSION]',
    maxArgs: 1,
    description:
      'Tries a published version on some visitors; it goes back by itself when it fails, and after 24 h. promote makes it live.',
    options: {
      percent: { value: 'NUMBER', description: 'the share of visitors, 1 to 50' },
      roles: { value: 'ROLE,…', description: 'people with one of these roles, instead of a share' },
      stop: { description: 'ends the canary that this team began' },
      remote: REMOTE,
      reason: REASON,
    },
    run: async (context) => (await import('./release-commands.ts')).runCanary(context),
  },
  rollback: {
    usage: '',
    maxArgs: 0,
    description: 'Puts the version back that was live before the present one; again: one further back.',
    options: { remote: REMOTE, reason: REASON },
    run: async (context) => (await import('./release-commands.ts')).runRollback(context),
  },
  status: {
    usage: '',
    maxArgs: 0,
    description: 'Shows the live release, the canary and the newest releases of the remote.',
    options: { remote: REMOTE },
    run: async (context) => (await import('./release-commands.ts')).runStatus(context),
  },
};
