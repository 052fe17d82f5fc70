import {
  type GroupList,
  MAX_GROUP_READERS_COUNTED,
  MAX_GROUPS_LISTED,
  MAX_GROUPS_OF_PERSON,
  type ReaderCount,
  type ReaderCountQuery,
  type User,
} from '@cytocomm/contract';
import type { Model } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import { conflict, notFound } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { groupsOfPerson, type UserRecord } from './model.ts';
import { announceUser, presentUser } from './record.ts';

/** The groups of readers: each is there while somebody is in it. */
export interface UserGroups {
  /** Puts a person into a group, or takes them out. Throws 404 for an unknown person, 409 beyond `MAX_GROUPS_OF_PERSON`. */
  change(email: string, group: string, enable: boolean, actor: Actor): Promise<User>;
  /** Returns the groups by their names, at most `MAX_GROUPS_LISTED`. */
  list(): Promise<GroupList>;
  /** Counts the people in one of some groups who hold one of some roles, without the admins. */
  count(query: ReaderCountQuery): Promise<ReaderCount>;
}

/** Creates the groups of the people in a database. */
export function createUserGroups(core: Core, model: Model<UserRecord>): UserGroups {
  return {
    change: (email, group, enable, actor) =>
      core.change(actor, async (change) => {
        const record = await model.findOne({ email }).lean();
        if (record === null) throw notFound(`There is no user ${email}.`);
        const before = groupsOfPerson(record);
        if (before.includes(group) === enable) return presentUser(record);
        const groups = enable ? [...before, group].toSorted() : before.filter((each) => each !== group);
        if (groups.length > MAX_GROUPS_OF_PERSON)
          throw conflict(
            'conflict',
            `${email} is in ${before.length} groups, which is the maximum. Take one away first.`,
          );
        const update = groups.length > 0 ? { $set: { groups } } : { $unset: { groups: 1 } };
        await model.updateOne({ _id: record._id }, update);
        announceUser(change, 'changed', record);
        change.audit(enable ? 'group.joined' : 'group.left', email, { group });
        return presentUser({ ...record, groups });
      }),

    list: async () => {
      const groups = await model.aggregate<{ readonly _id: string; readonly people: number }>([
        { $match: { groups: { $gte: '' } } },
        { $unwind: '$groups' },
        { $group: { _id: '$groups', people: { $sum: 1 } } },
        { $sort: { _id: 1 } },
        { $limit: MAX_GROUPS_LISTED },
      ]);
      return { items: groups.map(({ _id: name, people }) => ({ name, people })) };
    },

    count: async ({ roles, groups }) => {
      const roleFilter = roles === undefined ? { $ne: 'admin' } : { $in: roles, $ne: 'admin' };
      const filter = { groups: { $in: groups }, roles: roleFilter };
      return { people: await model.countDocuments(filter, { limit: MAX_GROUP_READERS_COUNTED }) };
    },
  };
}
