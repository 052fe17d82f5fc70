import { GENESIS, type TrailExpectation, verifyTrail } from './chain.ts';
import type { HeadRecord } from './head.ts';
import type { AuditRecord } from './model.ts';
import { checkpointSealOf, erasureSealOf, plainSealOf, sealKeys, sealOf, type Unsealed } from './seal.ts';

const keys = sealKeys(['the secret that seals, 32 characters', 'an earlier secret, 32 characters long']);
const [key, earlierKey] = keys;
const [foreignKey] = sealKeys(['what somebody else has made up, long']);

/** A trail whose first rows are of the time before there was a key. */
function trail(length: number, unkeyed = 0, seal = key): AuditRecord[] {
  const rows: AuditRecord[] = [];
  for (let seq = 1; seq <= length; seq += 1) {
    const row: Unsealed = {
      _id: seq,
      at: new Date(seq * 1000),
      action: 'user.added',
      actor: 'admin@x.example',
      subject: `person-${seq}@x.example`,
      from: '127.0.0.1',
      userAgent: '',
      detail: { roles: 'investor', name: 'x' },
      previousHash: rows.at(-1)?.hash ?? GENESIS,
    };
    const keyed = { ...row, key: seal.id };
    rows.push(seq <= unkeyed ? { ...row, hash: plainSealOf(row) } : { ...keyed, hash: sealOf(keyed, seal) });
  }
  return rows;
}

function headAt(rows: readonly AuditRecord[], seal = key): HeadRecord {
  const place = { seq: rows.at(-1)?._id ?? 0, hash: rows.at(-1)?.hash ?? GENESIS };
  return { _id: 'head', ...place, key: seal.id, seal: checkpointSealOf(place, seal) };
}

const checkpointAt = (row: AuditRecord | undefined, seal = key) => {
  if (row === undefined) throw new Error('no such row');
  return { seq: row._id, seal: checkpointSealOf({ seq: row._id, hash: row.hash }, seal) };
};

async function* from(rows: readonly AuditRecord[]) {
  yield* rows;
}

async function faultOf(
  rows: readonly AuditRecord[],
  held: Partial<TrailExpectation> = {},
): Promise<string | undefined> {
  return (await verifyTrail(from(rows), { keys, lastUnkeyed: undefined, head: headAt(rows), checkpoints: [], ...held }))
    .fault;
}

const changed = (rows: readonly AuditRecord[], seq: number, change: (row: AuditRecord) => AuditRecord) =>
  rows.map((row) => (row._id === seq ? change(row) : row));

it('finds nothing wrong with a whole trail', async () => {
  expect(await faultOf(trail(5))).toBeUndefined();
  expect(await faultOf([], { head: undefined })).toBeUndefined();
  expect(
    await verifyTrail(from(trail(5, 2)), { keys, lastUnkeyed: 0, head: undefined, checkpoints: [] }),
  ).toMatchObject({
    rows: 5,
    unkeyed: 2,
    erased: 0,
  });
});

it('finds an altered row, also if its hash and all later ones were recomputed without the key', async () => {
  const altered = changed(trail(5), 3, (row) => ({ ...row, subject: 'somebody-else@x.example' }));
  expect(await faultOf(altered)).toBe('row 3 was altered');
  const resealed = changed(altered, 3, (row) => ({ ...row, hash: sealOf(row, foreignKey) }));
  expect(await faultOf(resealed)).toBe('row 3 was altered');
  const forged = trail(5, 0, foreignKey);
  expect(await faultOf(forged)).toMatch(/row 1 is sealed with a secret that is not among/);
  const claimed = forged.map((row) => ({ ...row, key: key.id }));
  expect(await faultOf(claimed)).toBe('row 1 was altered');
});

it('finds a row that is missing, wherever', async () => {
  const rows = trail(5);
  const head = headAt(rows);
  expect(
    await faultOf(
      rows.filter((row) => row._id !== 2),
      { head },
    ),
  ).toBe('row 2 is missing');
  expect(await faultOf(rows.slice(1), { head })).toBe('row 1 is missing');
  expect(await faultOf(rows.slice(0, 3), { head })).toBe(
    'it ends at row 3, and its head record says that it reached row 5',
  );
  expect(await faultOf([], { head })).toMatch(/^it ends at row 0/);
});

it('a head that was removed, moved or made up helps nobody', async () => {
  const rows = trail(5);
  const cut = rows.slice(0, 3);
  expect(await faultOf(cut, { head: undefined })).toBe('its head record is missing');
  expect(await faultOf(cut, { head: { ...headAt(rows), seq: 3 } })).toMatch(/row 3 is not the one|was altered/);
  expect(await faultOf(cut, { head: { ...headAt(cut), key: foreignKey.id } })).toBe('its head record was altered');
  expect(await faultOf(cut, { head: headAt(cut, foreignKey) })).toBe('its head record was altered');
});

it('an older head lets rows be removed: then a checkpoint from outside shows it', async () => {
  const rows = trail(5);
  const cut = rows.slice(0, 3);
  expect(await faultOf(cut)).toBeUndefined();
  expect(await faultOf(cut, { checkpoints: [checkpointAt(rows[2])] })).toBeUndefined();
  expect(await faultOf(cut, { checkpoints: [checkpointAt(rows[4])] })).toBe(
    'it ends at row 3, and a checkpoint says that it reached row 5',
  );
});

it('a checkpoint of another row, or of nobody, is not held', async () => {
  const rows = trail(5);
  const [{ seal }, { seal: foreign }] = [checkpointAt(rows[3]), checkpointAt(rows[2], foreignKey)];
  for (const wrong of [seal, foreign, '0'.repeat(64), '']) {
    expect(await faultOf(rows, { checkpoints: [{ seq: 3, seal: wrong }] })).toBe(
      'row 3 is not the one of the checkpoint',
    );
  }
});

describe('rows from before there was a key', () => {
  it('are proved by the rows behind them', async () => {
    const rows = trail(5, 3);
    expect(await faultOf(rows)).toBeUndefined();
    const altered = changed(rows, 2, (row) => ({ ...row, subject: 'x' }));
    expect(await faultOf(altered)).toBe('row 2 was altered');
    // Anybody can make such rows again; the first keyed one does not follow them any more.
    const madeAnew = [...trail(3, 3).map((row) => ({ ...row, subject: 'x' }))];
    for (const [place, row] of madeAnew.entries()) {
      const unsealed = { ...row, previousHash: madeAnew[place - 1]?.hash ?? GENESIS };
      madeAnew[place] = { ...unsealed, hash: plainSealOf(unsealed) };
    }
    expect(await faultOf([...madeAnew, ...rows.slice(3)])).toBe('row 4 does not follow the row before it');
  });

  it('alone are as many as a seal says, and no more than the head record names', async () => {
    const rows = trail(3, 3);
    expect(await faultOf(rows, { head: undefined, lastUnkeyed: 3 })).toBeUndefined();
    expect(await faultOf(rows, { head: undefined })).toBeUndefined();
    for (const lastUnkeyed of [0, 2])
      expect(await faultOf(rows, { head: undefined, lastUnkeyed })).toBe(
        `row ${lastUnkeyed + 1} has no key, and a seal says that there was none such`,
      );
    expect(await faultOf(rows, { head: headAt([]) })).toBe(
      'row 1 has no key, and is behind the one that the head record names',
    );
  });

  it('do not come behind rows with a key', async () => {
    const rows = trail(4);
    const [last] = trail(5).slice(-1);
    if (last === undefined) throw new Error('no row');
    const { key: _key, ...plain } = last;
    expect(await faultOf([...rows, { ...plain, hash: plainSealOf(plain) }], { head: headAt(rows) })).toBe(
      'row 5 has no key, and the row before it has one',
    );
  });
});

it('rows sealed with an earlier secret stay proved while it is named', async () => {
  const rows = trail(4, 0, earlierKey);
  expect(await faultOf(rows, { head: headAt(rows, earlierKey) })).toBeUndefined();
  expect(await faultOf(rows, { head: headAt(rows), checkpoints: [checkpointAt(rows[1], earlierKey)] })).toBeUndefined();
  expect(await faultOf(rows, { keys: [key] })).toMatch(/not among those of AUDIT_SECRET and TOKEN_SECRET/);
});

describe('a row that a person was taken out of', () => {
  const at = new Date(9000);
  const erase = (row: AuditRecord, seal = key): AuditRecord => {
    const without = { ...row, subject: 'erased-1', from: '' };
    return { ...without, erased: { at, key: seal.id, seal: erasureSealOf(without, { at }, seal) } };
  };

  it.each([
    ['with a key', 0],
    ['from before there was one', 5],
  ])('%s leaves the trail whole, checkpoints included', async (_what, unkeyed) => {
    const rows = trail(5, unkeyed);
    const erased = changed(rows, 2, (row) => erase(row));
    expect(await faultOf(erased, { checkpoints: [checkpointAt(rows[1]), checkpointAt(rows[4])] })).toBeUndefined();
  });

  it('cannot be altered, nor can its erasure be made up, moved or taken back', async () => {
    const rows = trail(5);
    const altered = changed(rows, 2, (row) => ({ ...erase(row), action: 'user.deleted' as const }));
    expect(await faultOf(altered)).toBe('row 2 was altered');
    expect(await faultOf(changed(rows, 2, (row) => ({ ...erase(row), hash: rows[0]?.hash ?? '' })))).toBe(
      'row 2 was altered',
    );
    expect(await faultOf(changed(rows, 2, (row) => erase(row, foreignKey)))).toMatch(/not among/);
    const moved = changed(rows, 3, (row) => {
      const other = rows[1];
      return other === undefined ? row : { ...erase(other), _id: 3 };
    });
    expect(await faultOf(moved)).toBe('row 3 was altered');
    const [, second] = rows.map((row) => erase(row));
    if (second === undefined) throw new Error('no row');
    const { erased: _erased, ...without } = second;
    expect(await faultOf(changed(rows, 2, () => without))).toBe('row 2 was altered');
  });
});

it('gives the same hash whatever the order of the details', () => {
  const [row] = trail(1);
  if (row === undefined) throw new Error('no row');
  const turned = { ...row, detail: { name: 'x', roles: 'investor' } };
  expect(sealOf(turned, key)).toBe(row.hash);
});
