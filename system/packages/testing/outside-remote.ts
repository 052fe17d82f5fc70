const TSCONFIG = {
  compilerOptions: {
    target: 'ES2024',
    module: 'preserve',
    moduleResolution: 'bundler',
    lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable', 'ESNext.Disposable'],
    types: ['@cytocomm/kit/css', 'jest', 'node'],
    jsx: 'react-jsx',
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['remote.config.ts', 'src', 'tools'],
};

const CONFIG = `
import type { RemoteConfig } from '@cytocomm/contract';
export default {
  name: 'mfe-research',
  title: 'Research',
  contract: '^1.2.0',
  contributions: {
    routes: [{ path: '/research', component: 'Research', title: 'Research', public: true }],
    sections: [{ id: 'findings', component: 'Findings', role: 'investor', label: 'Investor', order: 200 }],
  },
} satisfies RemoteConfig;
// @ts-expect-error: nothing has this name
export const wrong: RemoteConfig = { name: 'mfe-research', titel: 'Research' };
`;

const PAGE = `
import type { PageProps } from '@cytocomm/contract';
import { Button, Card, Heading } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import classes from './Research.module.css';
export default function Research(_: PageProps) {
  const email: string | null = useSession((session) => session.email);
  // @ts-expect-error: the session has no such part
  useSession((session) => session.passport);
  return (
    <Card>
      <Heading level={1}>{email}</Heading>
      <Button variant="primary" className={classes.button}>Read</Button>
      {/* @ts-expect-error: there is no such look */}
      <Button variant="loud">Read</Button>
    </Card>
  );
}
`;

const SECTION = `
import { listReports, type SectionProps } from '@cytocomm/contract';
import { DashboardTitle, Panel } from '@cytocomm/kit/dashboard';
import { endpoint, portalApi, portalStore, QueryFailure } from '@cytocomm/portal-api';
const reports = endpoint(listReports, { tags: ['Document'] });
// @ts-expect-error: nothing is cached under it
endpoint(listReports, { tags: ['Molecule'] });
portalStore.dispatch(portalApi.util.invalidateTags(['Document']));
const subscription: boolean = portalStore.getState().portalApi.config.online;
// @ts-expect-error: it is no action
portalStore.dispatch(subscription);
export default function Findings(_: SectionProps) {
  const { data, error, isFetching, refetch } = reports.useQuery({ query: { limit: 10 } });
  if (error) return <QueryFailure title="Away" error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  const titles: string[] = data?.items.map(({ title }) => title) ?? [];
  // @ts-expect-error: a report has no colour
  data?.items.map(({ colour }) => colour);
  return <Panel title="Findings"><DashboardTitle title="x">{titles.join()}</DashboardTitle></Panel>;
}
`;

const SECTION_TEST = `
import { buildDocument, renderRemote, startFakePortal } from '@cytocomm/test-kit';
import Findings from './Findings.tsx';
startFakePortal(() => ({ documents: [buildDocument({ title: 'A finding' })] }));
// @ts-expect-error: a document has no colour
buildDocument({ colour: 'red' });
it('shows findings', async () => {
  const { findByText, user } = renderRemote(<Findings activeRole="investor" preview={false} />, {
    session: { roles: ['investor'] },
  });
  await user.click(await findByText('A finding'));
});
`;

const TOOLS = `
import { integrityOf } from '@cytocomm/composition/node';
import { sendAs } from '@cytocomm/http';
import { apiMisfits, packRelease } from '@cytocomm/releases';
import { checkRelease } from '@cytocomm/releases/gate';
import { buildRemote } from '@cytocomm/remote-tools';
import { serveHarness } from '@cytocomm/remote-tools/harness';
import { publishFolder } from '@cytocomm/remote-tools/portal-command';
export const archive: Promise<Uint8Array> = packRelease('dist');
// @ts-expect-error: it takes one folder
packRelease(1);
`;

/** The sources of a small remote in a folder of its own, by path. What it does wrong on purpose is marked. */
export const OUTSIDE_REMOTE: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'mfe-research', version: '1.0.0', private: true, type: 'module' }),
  'tsconfig.json': JSON.stringify(TSCONFIG),
  'remote.config.ts': CONFIG,
  'src/pages/Research.tsx': PAGE,
  'src/pages/Research.module.css': '.button { color: inherit; }\n',
  'src/sections/Findings.tsx': SECTION,
  'src/sections/Findings.test.tsx': SECTION_TEST,
  'tools/tools.ts': TOOLS,
};
