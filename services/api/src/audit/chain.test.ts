import { firstBreak, GENESIS, sealOf, type Unsealed } from './chain.ts';
import type { AuditRecord } from './model.ts';

function chain(length: number): AuditRecord[] {
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
    rows.push({ ...row, hash: sealOf(row) });
  }
  return rows;
}

async function* from(rows: readonly AuditRecord[]) {
  yield* rows;
}

it('finds nothing wrong with a whole chain', async () => {
  await expect(firstBreak(from(chain(5)))).resolves.toBeUndefined();
  await expect(firstBreak(from([]))).resolves.toBeUndefined();
});

it('finds a row that was altered, also when its own hash was made anew', async () => {
  const altered = chain(5).map((row) => (row._id === 3 ? { ...row, subject: 'somebody-else@x.example' } : row));
  await expect(firstBreak(from(altered))).resolves.toBe(3);
  const resealed = altered.map((row) => (row._id === 3 ? { ...row, hash: sealOf(row) } : row));
  await expect(firstBreak(from(resealed))).resolves.toBe(4);
});

it('finds a row that is missing', async () => {
  await expect(firstBreak(from(chain(5).filter((row) => row._id !== 2)))).resolves.toBe(2);
  await expect(firstBreak(from(chain(5).slice(1)))).resolves.toBe(1);
});

it('gives the same hash whatever the order of the details', () => {
  const [row] = chain(1);
  if (row === undefined) throw new Error('no row');
  const turned = { ...row, detail: { name: 'x', roles: 'investor' } };
  expect(sealOf(turned)).toBe(row.hash);
});
