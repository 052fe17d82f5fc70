import { cleanHtml } from '@cytocomm/api/seeding';
import { builtInRoleSchema, emailSchema, personNameSchema } from '@cytocomm/contract';
import { largeDemoData } from './demo-data.ts';
import { writePdf } from './pdf.ts';

const MB = 1024 * 1024;
const data = largeDemoData(new Date('2026-11-22T12:00:00Z'));

it('is what its command promises', () => {
  const counts = Object.entries(data).map(([kind, records]) => [kind, records.length]);
  expect(Object.fromEntries(counts)).toEqual({ people: 300, events: 16, releases: 60, documents: 70 });
  expect(Math.max(...data.documents.map(({ atLeastBytes }) => atLeastBytes ?? 0))).toBe(60 * MB);
});

it('names each record once, so that a second run adds nothing', () => {
  for (const names of [
    data.people.map(({ email }) => email),
    data.releases.map(({ key }) => key),
    data.documents.map(({ key }) => key),
  ])
    expect(new Set(names).size).toBe(names.length);
});

it('holds nothing that the portal would refuse or clean', () => {
  for (const { email, name, roles } of data.people) {
    expect([emailSchema.parse(email), personNameSchema.parse(name)]).toEqual([email, name]);
    for (const role of roles) expect(builtInRoleSchema.options).toContain(role);
  }
  for (const { content, title } of data.releases) {
    expect(cleanHtml(content)).toBe(content);
    expect(title).not.toBe('');
  }
});

it('fills a file up to its size', () => {
  const small = writePdf({ title: 'A', author: 'B', date: new Date(0), sections: [] });
  const large = writePdf({ title: 'A', author: 'B', date: new Date(0), sections: [], atLeastBytes: MB });
  expect(large.length - small.length).toBeGreaterThan(MB);
  expect(large.length - small.length).toBeLessThan(MB + 200);
});
