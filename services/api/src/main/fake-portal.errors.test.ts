import {
  addUser,
  CALL_SPECS,
  type Call,
  confirmAlerts,
  createCalendarLink,
  exportAcknowledgements,
  exportAudit,
  exportDocumentAccesses,
  exportDocuments,
  exportEvents,
  exportMails,
  exportPersonAccesses,
  exportPressReleases,
  exportUsers,
  listAudit,
  listDevices,
  listDocumentAccesses,
  listDocuments,
  listMails,
  listPersonAccesses,
  listSignIns,
  listStrangers,
  listUsers,
  logOut,
  logOutEverywhere,
  mintIdToken,
  openLive,
  openUnsubscribePage,
  publishRelease,
  readApiPage,
  readBackendKeys,
  readCalendarFeed,
  readCaptcha,
  readHealth,
  readMetrics,
  readOpenApi,
  readPressReleaseFeed,
  readProcessReadiness,
  readPublicCalendar,
  readReadiness,
  reportFailure,
  reportTelemetry,
  requestAlerts,
  requestMagicLink,
  sendContactMessage,
  setDefaultRole,
  specOf,
  submitAlertsForm,
  submitConfirmForm,
  submitContactForm,
  submitUnsubscribeForm,
  unsubscribeAlerts,
} from '@cytocomm/contract';
import { PEOPLE } from '../testing/people.ts';
import { type Ask, startTwoPortals, type TwoPortals } from '../testing/two-portals.ts';

// Component tests run against a fake portal. Who may call what, and what input is refused, is held to the real one here: the same requests are
// sent to both.

/** Calls that the fake does not have: no component test sends them to it, or a test answers them itself. */
const REAL_ONLY: readonly Call[] = [
  readCaptcha,
  sendContactMessage,
  requestAlerts,
  confirmAlerts,
  unsubscribeAlerts,
  openUnsubscribePage,
  submitContactForm,
  submitAlertsForm,
  submitConfirmForm,
  submitUnsubscribeForm,
  readPressReleaseFeed,
  readCalendarFeed,
  readPublicCalendar,
  listStrangers,
  openLive,
  reportFailure,
  publishRelease,
  reportTelemetry,
  readHealth,
  readProcessReadiness,
  readReadiness,
  readMetrics,
  readOpenApi,
  readApiPage,
  readBackendKeys,
  exportUsers,
  exportAudit,
  exportMails,
  exportDocuments,
  exportEvents,
  exportDocumentAccesses,
  exportAcknowledgements,
  exportPersonAccesses,
  exportPressReleases,
];

const nameOf = ({ method, path }: Call) => `${method} ${path}`;
const FAKED = CALL_SPECS.map(({ call }) => call).filter((call) => !REAL_ONLY.includes(call));
/** What people did before is each portal's own matter. */
const OWN_HISTORY: readonly Call[] = [
  listAudit,
  listSignIns,
  listMails,
  listDevices,
  listDocumentAccesses,
  listPersonAccesses,
];
const UNKNOWN = {
  id: 'ffffffffffffffffffffffff',
  width: '480',
  email: 'somebody.unknown@x.example',
  remote: 'mfe-none',
  kind: 'event',
  release: '1.0.0',
  number: '1',
};

let portals: TwoPortals;
beforeAll(async () => {
  portals = await startTwoPortals();
});
afterAll(() => portals.stop());

/** Asks both portals in turn; they must tell the same. */
async function expectSame(...asks: readonly Ask[]): Promise<readonly number[]> {
  const { real, fake } = await portals.ask(...asks);
  expect(fake).toEqual(real);
  return real.map(({ status }) => status);
}

function harmless(call: Call): Pick<Ask, 'call' | 'params' | 'body' | 'ownHistory'> {
  const body = specOf(call).body === undefined ? {} : { body: {} };
  return { call, params: UNKNOWN, ...body, ...(OWN_HISTORY.includes(call) && { ownHistory: true }) };
}

it('each call of the contract is in the fake, or is named here', () => {
  expect(portals.fake.calls.map(({ call }) => nameOf(call)).toSorted()).toEqual(FAKED.map(nameOf).toSorted());
});

describe.each(FAKED.map((call) => [nameOf(call), call] as const))('%s', (_, call) => {
  const ends: readonly Call[] = [logOut, logOutEverywhere, createCalendarLink];

  it('admits and refuses the same people', async () => {
    for (const as of PEOPLE) {
      await expectSame({ as, ...harmless(call) });
      if (call === logOut || call === logOutEverywhere) await portals.signIn(as);
    }
  });

  it('is previewed alike', async () => {
    for (const as of ['visitor', 'investor', 'admin'] as const) {
      for (const role of ['investor', 'king']) {
        await expectSame({ as, ...harmless(call), headers: { 'preview-as': role } });
        if (call === logOut || call === logOutEverywhere) await portals.signIn(as);
      }
    }
  });

  it('refuses the same input', async () => {
    const query = [
      '?nonsense=1',
      '?limit=0',
      '?limit=1&limit=2',
      '?cursor=%20',
      '?cursor=abc',
      '?topics=x',
      '?status=x',
    ];
    for (const each of query) await expectSame({ as: 'admin', ...harmless(call), query: each });
    if (ends.includes(call)) {
      await portals.signIn('admin');
      return;
    }
    if (call.path.includes(':')) {
      for (const text of ['x', 'a b', 'a@b', '%']) {
        await expectSame({
          as: 'admin',
          ...harmless(call),
          params: { id: text, email: text, remote: text, release: text, kind: text, number: text, width: text },
        });
      }
    }
    if (specOf(call).body !== undefined) {
      const bodies = [undefined, [], { nonsense: 1 }, '{"a":', '"text"', 'null', ' '.repeat(1024 * 1024 + 1)];
      for (const body of bodies) await expectSame({ as: 'admin', ...harmless(call), body });
      for (const type of ['text/plain', 'application/jsonx', 'multipart/form-data']) {
        await expectSame({ as: 'admin', ...harmless(call), body: '{}', headers: { 'content-type': type } });
      }
    }
  });
});

it.each(['Bearer x', 'Bearer a.b.c', 'Basic eDp5', 'Bearer', 'Bearer two words'])(
  'Authorization: %s',
  async (value) => {
    const headers = { authorization: value };
    for (const call of [listDocuments, listUsers, addUser, mintIdToken]) {
      for (const as of ['visitor', 'admin'] as const) await expectSame({ as, ...harmless(call), headers });
    }
  },
);

it('the cookie alone reads, and changes nothing', async () => {
  const as = 'admin';
  const statuses = await expectSame(
    { as, call: listUsers, cookieOnly: true },
    { as, call: addUser, body: { email: 'unknown@x.example', roles: ['customer'] }, cookieOnly: true },
  );
  expect(statuses).toEqual([200, 401]);
});

it('another site is refused', async () => {
  const headers = { origin: 'https://evil.example' };
  for (const call of [requestMagicLink, mintIdToken, setDefaultRole, listDevices]) {
    await expectSame({ as: 'admin', ...harmless(call), headers });
  }
});
