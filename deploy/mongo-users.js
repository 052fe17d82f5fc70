// Run by mongosh at the database of docker-compose.yml, again and again, as its health check: it makes the replica set, which
// change streams need, and users of least right, and writes nothing where they are as they should be. Passwords are files of
// /run/secrets.
const { createHmac } = require('node:crypto');
const { readFileSync } = require('node:fs');

const secret = (name) => readFileSync(`/run/secrets/${name}`, 'utf8').trim();
const admin = db.getSiblingDB('admin');
admin.auth('root', secret('mongo_root_password'));
try {
  rs.status();
} catch {
  rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] });
}
if (!db.hello().isWritablePrimary) quit(1);

const portal = db.getSiblingDB('portal');
const on = (collection, ...actions) => ({ resource: { db: 'portal', collection }, actions });

/** Collections whose records change and go. Not those of the audit trail: the API adds rows and seals, and marks rows as sealed. */
const CHANGED = [
  ...['users', 'sessions', 'sign_in_links', 'calendar_links', 'limits', 'telemetry_voices', 'telemetry_hours'],
  ...['telemetry_causes', 'stranger_notes', 'admin_decisions', 'outbox', 'subscribers'],
  ...[
    'alert_preferences',
    'contact_messages',
    'document_accesses',
    'documents',
    'report_batches',
    'press_releases',
    'bin',
    'changes',
    'reading_marks',
    'sign_in_challenges',
    'half_sign_ins',
    'company_sign_ins',
    'press_release_revisions',
    'team_tokens',
  ],
  ...[
    'locks',
    'releases',
    'idempotency_keys',
    'fs.files',
    'fs.chunks',
    'uploads',
    'pictures',
    'pictures.files',
    'pictures.chunks',
    'picture_uploads',
    'events',
    'spent_captchas',
    'remotes',
  ],
  ...['remote_changes', 'release_blobs', 'release_files.files', 'release_files.chunks', 'release_reservations'],
  ...[
    'removed_versions',
    'readiness',
    'audit_proofs',
    'feed_times',
    'job_turns',
    'migrations',
    'live_lock',
    'trial_runners',
  ],
];
/** What web processes follow, and trial runners read. */
const RELEASES = ['live_lock', 'locks', 'releases', 'release_blobs', 'release_files.files', 'release_files.chunks'];
const readers = RELEASES.map((collection) => on(collection, 'find', 'changeStream'));

const ROLES = {
  portalApi: [
    // No index: one that expires has the database delete what the API may not. `migrate` makes them, as the operator.
    on('', 'find', 'insert', 'changeStream', 'createCollection', 'listCollections', 'listIndexes', 'dbStats'),
    ...CHANGED.map((collection) => on(collection, 'update', 'remove')),
    on('audit', 'update'),
  ],
  releaseReader: readers,
  trialRunner: [
    ...[...readers, on('releases', 'update'), on('changes', 'insert')],
    on('trial_runners', 'find', 'insert', 'update', 'remove'),
  ],
};
/** Privileges as one text, in one order, each collection once. */
function textOf(privileges) {
  const actions = {};
  for (const { resource, actions: more } of privileges) {
    const place = `${resource.db}.${resource.collection}`;
    actions[place] = [...new Set([...(actions[place] ?? []), ...more])].sort();
  }
  return JSON.stringify(
    Object.entries(actions)
      .map((entry) => JSON.stringify(entry))
      .sort(),
  );
}
for (const [name, privileges] of Object.entries(ROLES)) {
  const found = portal.getRole(name, { showPrivileges: true });
  if (!found) portal.createRole({ role: name, privileges, roles: [] });
  else if (textOf(found.privileges) !== textOf(privileges)) portal.updateRole(name, { privileges, roles: [] });
}

const USERS = {
  api: ['portalApi'],
  web: ['releaseReader'],
  trials: ['trialRunner'],
  // Migrations with their indexes, backups, and erasing a person, which puts a pseudonym into the trail.
  operator: ['readWrite', 'dbAdmin'],
};
for (const [name, roles] of Object.entries(USERS)) {
  const pwd = secret(`mongo_${name}_password`);
  // The password cannot be read there; the mark tells root's holder whether it is another one.
  const mark = createHmac('sha256', secret('mongo_root_password')).update(pwd).digest('hex');
  const found = portal.getUser(name);
  if (!found) portal.createUser({ user: name, pwd, roles, customData: { mark } });
  else if (
    found.customData?.mark !== mark ||
    String(found.roles.map(({ role }) => role).sort()) !== String([...roles].sort())
  )
    portal.updateUser(name, { pwd, roles, customData: { mark } });
}
