import { createHash, randomBytes } from 'node:crypto';
import type { MintedTeamToken, NewTeamToken, TeamToken, TeamTokenList } from '@cytocomm/contract';
import { Types } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import type { TeamToken as TokenCaller } from '../../platform/calls/access.ts';
import { conflict, notFound } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { TEAM_TOKEN_PREFIX } from '../../platform/http/credentials.ts';
import { type TeamTokenRecord, teamTokenModel } from './model.ts';

/** Maximum tokens per remote. */
export const MAX_TOKENS_PER_REMOTE = 20;
/** Maximum listed tokens. */
const MAX_LISTED = 2000;
const DAY_MS = 24 * 3600 * 1000;

/** Tokens with which teams publish their remotes. */
export interface TeamTokens {
  /** Makes a token, which is returned only once. Throws 409 if the remote has the maximum. */
  mint(input: NewTeamToken, actor: Actor): Promise<MintedTeamToken>;
  /** Returns the tokens that have not expired, newest first. */
  list(): Promise<TeamTokenList>;
  /** Returns the remotes with a token made by a person. */
  remotesOf(email: string): Promise<readonly string[]>;
  /** Revokes a token. Throws 404. */
  revoke(id: string, actor: Actor): Promise<void>;
  /** Returns the team of a token; null if it is unknown, expired or revoked. */
  byTeamToken(token: string): Promise<TokenCaller | null>;
  /** Returns the team of a token by its id, like `byTeamToken`. */
  byId(id: string): Promise<TokenCaller | null>;
}

function presentToken({ _id, remote, name, createdBy, expiresAt }: TeamTokenRecord): TeamToken {
  return { id: String(_id), remote, name, createdBy, expiresAt: expiresAt.toISOString() };
}

const noToken = () => notFound('There is no such token. It may have been revoked or expired.');
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Creates the team tokens, stored as hashes. */
export function createTeamTokens({ change, database }: Core): TeamTokens {
  const model = teamTokenModel(database.connection);

  /** Returns the lowest free slot of a remote. Throws 409 without one. */
  async function freeSlot(remote: string): Promise<number> {
    const usedSlots = new Set((await model.find({ remote }, { slot: 1 }).lean()).map(({ slot }) => slot));
    const slot = Array.from({ length: MAX_TOKENS_PER_REMOTE }, (_, each) => each).find((each) => !usedSlots.has(each));
    if (slot !== undefined) return slot;
    throw conflict(
      'conflict',
      `${remote} has ${MAX_TOKENS_PER_REMOTE} tokens, the maximum. Revoke an unused one first.`,
    );
  }

  function callerOf(found: TeamTokenRecord | null): TokenCaller | null {
    if (found === null || found.expiresAt <= database.now()) return null;
    return { kind: 'team', id: String(found._id), remote: found.remote, name: found.name };
  }

  return {
    mint: ({ remote, name, expiresInDays }, actor) =>
      change(actor, async ({ audit, announce }) => {
        const token = `${TEAM_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
        const createdAt = database.now();
        await model.deleteMany({ remote, expiresAt: { $lte: createdAt } });
        const record: TeamTokenRecord = {
          _id: new Types.ObjectId(),
          hash: hashOf(token),
          remote,
          name,
          slot: await freeSlot(remote),
          createdBy: actor.actor ?? '',
          createdAt,
          expiresAt: new Date(createdAt.getTime() + expiresInDays * DAY_MS),
        };
        await model.insertMany([record]);
        audit('team-token.made', String(record._id), { remote, name });
        announce({ collection: 'team_tokens', type: 'added', id: String(record._id) }, 'developer');
        return { ...presentToken(record), token };
      }),

    list: async () => {
      const rows = await model.find().sort({ createdAt: -1, _id: -1 }).limit(MAX_LISTED).lean();
      const now = database.now();
      return { items: rows.filter(({ expiresAt }) => expiresAt > now).map(presentToken) };
    },

    remotesOf: (email) => model.distinct('remote', { createdBy: email }),

    revoke: (id, actor) =>
      change(actor, async ({ audit, announce }) => {
        const found = await model.findByIdAndDelete(id).lean();
        if (found === null) throw noToken();
        audit('team-token.revoked', id, { remote: found.remote, name: found.name });
        announce({ collection: 'team_tokens', type: 'removed', id }, 'developer');
      }),

    byTeamToken: async (token) => callerOf(await model.findOne({ hash: hashOf(token) }).lean()),

    byId: async (id) => callerOf(await model.findById(id).lean()),
  };
}
