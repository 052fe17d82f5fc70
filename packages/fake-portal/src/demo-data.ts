import type { AdminPressRelease, User } from '@cytocomm/contract';
import { buildAuditEntry, buildDocument, buildEvent, buildMail, buildPressRelease } from './builders.ts';
import { demoReleaseData } from './demo-releases.ts';
import type { FakeData } from './portal/state.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** The people of the demo: one for each role, one with three, one with none. */
export const people: readonly User[] = [
  { email: 'admin@cytocomm.example', name: 'Ada Admin', roles: ['admin'] },
  { email: 'investor@cytocomm.example', name: 'Ivo Investor', roles: ['investor'] },
  { email: 'customer@cytocomm.example', name: 'Cora Customer', roles: ['customer'] },
  { email: 'developer@cytocomm.example', name: 'Devi Developer', roles: ['developer'] },
  { email: 'all@cytocomm.example', name: 'Alma All', roles: ['admin', 'investor', 'customer'] },
  { email: 'no-role@cytocomm.example', name: 'Noa None', roles: [] },
];

/** What the fake portal of the harness holds: enough of everything that lists, tables and pages have something to show. */
export function demoData(): Partial<FakeData> {
  return {
    ...demoReleaseData(),
    users: [
      ...people.map((person) => ({ ...person, roles: [...person.roles] })),
      ...Array.from({ length: 140 }, (_, number) => ({
        email: `person${String(number).padStart(3, '0')}@lab.example`,
        name: `Person ${number}`,
        roles: [number % 3 === 0 ? ('investor' as const) : ('customer' as const)],
      })),
    ],
    devices: [
      { id: 'here', current: true, createdAt: daysAgo(2), lastSeenAt: daysAgo(0), userAgent: navigator.userAgent },
      {
        id: 'phone',
        current: false,
        createdAt: daysAgo(20),
        lastSeenAt: daysAgo(3),
        userAgent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
      },
    ],
    documents: [
      ...[2025, 2024, 2023, 2022].map((year, index) => ({
        ...{ title: `Annual report ${year}`, name: `cytocomm-annual-report-${year}.pdf` },
        ...{ size: 2_400_000 + index * 310_000, uploadedAt: daysAgo(40 + index * 365) },
      })),
      {
        ...{ title: 'SOP 12: Implanting the sensor', name: 'sop-12-implantation.pdf', visibility: 'customer' as const },
        ...{ size: 640_000, uploadedAt: daysAgo(9) },
      },
      {
        ...{ title: 'Platform overview', name: 'platform-overview.pdf', visibility: 'public' as const },
        ...{ size: 1_150_000, uploadedAt: daysAgo(120) },
      },
    ].map((document) => buildDocument({ ...document, uploadedBy: 'admin@cytocomm.example' })),
    events: [
      buildEvent({ title: 'Results of the third quarter', date: daysAgo(20) }),
      buildEvent({ title: 'Laboratory open for visitors', date: daysAgo(0) }),
      ...['Board meeting', 'Call with investors', 'Release of the software'].map((title) =>
        buildEvent({ title, date: daysAgo(-4) }),
      ),
      buildEvent({ title: 'Annual general meeting', date: daysAgo(-17) }),
      buildEvent({ title: 'Conference on preclinical models', date: daysAgo(-45) }),
    ],
    pressReleases: [
      ...['Outlook for the coming year', 'A second partner signs', 'Closing of the financing round'].map(
        (title, index) => article(title, 2 + index * 30, { target: ['investors'] }),
      ),
      article('Pilot study begins', 5, {
        ...{ sendEmail: true, mailing: 'queued', recipients: 14, sentToEmail: true, emailSentDate: daysAgo(5) },
      }),
      ...['Cell line for toxicology', 'New laboratory', 'Software 2.0', 'First sensor'].map((title, index) =>
        article(title, 26 + index * 21),
      ),
      buildPressRelease({ title: 'Quarterly figures', status: 'scheduled', date: daysAgo(-6), publishAt: daysAgo(-6) }),
      buildPressRelease({ title: 'Words still missing', status: 'draft' }),
    ],
    mails: [
      buildMail({ to: 'investor@cytocomm.example', createdAt: daysAgo(0), sentAt: daysAgo(0) }),
      buildMail({
        ...{ kind: 'press-release', to: 'old-address@lab.example', status: 'failed', attempts: 6 },
        ...{ createdAt: daysAgo(5), lastError: '550 5.1.1 No such mailbox here' },
      }),
      buildMail({
        ...{ kind: 'invitation', to: 'slow@lab.example', status: 'waiting', attempts: 2 },
        ...{ createdAt: daysAgo(0), nextAttemptAt: daysAgo(-0.01), lastError: 'connect ETIMEDOUT' },
      }),
    ],
    audit: Array.from({ length: 60 }, (_, number) =>
      buildAuditEntry({
        at: daysAgo(number / 7),
        ...(number % 5 === 0
          ? { action: 'document.uploaded', actor: 'admin@cytocomm.example', subject: 'Annual report 2025' }
          : { actor: 'investor@cytocomm.example', subject: 'investor@cytocomm.example' }),
      }),
    ),
  };
}

function article(title: string, days: number, fields: Partial<AdminPressRelease> = {}): AdminPressRelease {
  const content =
    `<p>${title}: the company reports what has been agreed, what was measured, and what comes next.</p>` +
    '<h3>What was agreed</h3><p>Three animals, one sensor each, thirty days.</p>' +
    '<ul><li>Data every hour</li></ul><p><a href="/platform">About the platform</a></p>';
  return buildPressRelease({ title, content, date: daysAgo(days), createdAt: daysAgo(days + 1), ...fields });
}
