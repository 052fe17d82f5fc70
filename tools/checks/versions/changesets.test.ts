import { withSection } from './changesets.ts';

const changeset = (summary: string, ...types: readonly ('major' | 'minor' | 'patch' | 'none')[]) => ({
  id: 'brave-cell',
  summary,
  releases: types.map((type, index) => ({ name: `@cytocomm/kit${index}`, type })),
});
const changesets = [
  changeset('A list keeps its place.\n', 'patch'),
  changeset('Card takes a footer.\n\nIt stands below the text.\n', 'patch', 'minor'),
  changeset('Only tests.', 'none'),
];
const section = `## 2.1.0 (2027-01-31)

### Added

- Card takes a footer.

  It stands below the text.

### Fixed

- A list keeps its place.
`;
const date = new Date('2027-01-31T23:59:59Z');

test('the first section stands below the introduction', () => {
  expect(withSection('# Changelog\n\nWhat changed.\n', changesets, '2.1.0', date)).toBe(
    `# Changelog\n\nWhat changed.\n\n${section}`,
  );
});

test('the newest section stands above the earlier ones, which stay as they are', () => {
  const earlier = '## 1.0.0\n\n- The first release.\n\n  ## A heading inside\n';
  expect(withSection(`# Changelog\n\nWhat changed.\n\n${earlier}`, changesets, '2.1.0', date)).toBe(
    `# Changelog\n\nWhat changed.\n\n${section}\n${earlier}`,
  );
});
