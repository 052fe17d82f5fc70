import { withSection } from './changesets.ts';

const versions = new Map([
  ['@cytocomm/kit', '1.1.0'],
  ['mfe-news', '1.0.1'],
]);
const changeset = {
  id: 'brave-cell',
  summary: 'Card takes a footer.\n\nIt stands below the text.\n',
  releases: [
    { name: '@cytocomm/kit', type: 'minor' as const },
    { name: 'mfe-news', type: 'patch' as const },
    { name: 'mfe-shop', type: 'none' as const },
  ],
};
const section = `## 2027-01-31

- Card takes a footer.

  It stands below the text.
  - @cytocomm/kit 1.1.0
  - mfe-news 1.0.1
`;
const date = new Date('2027-01-31T23:59:59Z');

test('the first section stands below the introduction', () => {
  expect(withSection('# Changelog\n\nWhat changed.\n', [changeset], versions, date)).toBe(
    `# Changelog\n\nWhat changed.\n\n${section}`,
  );
});

test('the newest section stands above the earlier ones, which stay as they are', () => {
  const earlier = '## 2026-11-22\n\n- The first release.\n\n  ## A heading inside\n';
  expect(withSection(`# Changelog\n\nWhat changed.\n\n${earlier}`, [changeset], versions, date)).toBe(
    `# Changelog\n\nWhat changed.\n\n${section}\n${earlier}`,
  );
});
