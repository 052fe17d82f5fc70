import { matchRoute } from '@cytocomm/composition';
import type {
  Lock,
  LockedRelease,
  OverlayProps,
  PageData,
  PageProps,
  Role,
  SectionContribution,
  SectionProps,
} from '@cytocomm/contract';
import { Button, EmptyState, ErrorState, Toaster, useLocation } from '@cytocomm/kit';
import { closeSignIn, openSignIn, restore, useSession } from '@cytocomm/session';
import {
  Component,
  type ComponentType,
  type ReactNode,
  StrictMode,
  Suspense,
  useEffect,
  useMemo,
  useState,
} from 'react';

/** Below it are the sections. */
const DASHBOARD = '/dashboard';

/** Returns a component of a remote: what has loaded at once, else one that suspends until it has. */
type ComponentOf = (remote: LockedRelease, component: string) => ComponentType<object>;

/** Properties of {@link Frame}. */
export interface FrameProps {
  readonly lock: Lock;
  readonly componentOf: ComponentOf;
  /** What the page was rendered with on the server. */
  readonly initialData?: PageData | undefined;
  /** What sections stand in; the server renders none. */
  readonly dashboard?: ComponentType<{ readonly children: ReactNode }>;
}

interface BoundaryProps {
  readonly component: string;
  readonly children: ReactNode;
}

/** Shows that a component has thrown where it would stand. */
class SlotBoundary extends Component<BoundaryProps, { readonly hasThrown: boolean }> {
  override state = { hasThrown: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  readonly retry = () => this.setState({ hasThrown: false });

  override render() {
    if (!this.state.hasThrown) return this.props.children;
    return <ErrorState title={`${this.props.component} failed.`} onRetry={this.retry} />;
  }
}

interface SlotProps<Props extends object> {
  readonly remote: LockedRelease;
  readonly component: string;
  readonly props: Props;
  readonly componentOf: ComponentOf;
}

function Slot<Props extends object>({ remote, component, props, componentOf }: SlotProps<Props>) {
  const Shown = componentOf(remote, component);
  return (
    <SlotBoundary component={component}>
      <Suspense fallback={<p role="status">Loading</p>}>
        <Shown {...props} />
      </Suspense>
    </SlotBoundary>
  );
}

function PageSlot({ lock, componentOf, initialData }: FrameProps) {
  const { pathname } = useLocation();
  const matched = matchRoute(lock, pathname);
  const props: PageProps = useMemo(() => (initialData ? { initialData } : {}), [initialData]);
  if (!matched)
    return <EmptyState title="Nothing stands here.">In the portal another remote shows this page.</EmptyState>;
  return <Slot remote={matched.release} component={matched.route.component} props={props} componentOf={componentOf} />;
}

/** Returns the address of the page on which a section stands: of its tool, or of the overview of its role. */
function addressOf({ role, tool }: SectionContribution): string {
  return [DASHBOARD, role, ...(tool === undefined ? [] : [tool.path])].join('/');
}

function Sections({ lock, componentOf }: FrameProps) {
  const { pathname } = useLocation();
  const roles = useSession((session) => session.roles);
  return lock.remotes.flatMap((remote) =>
    remote.contributions.sections
      .filter((section) => addressOf(section) === pathname)
      .filter(({ role, alsoFor }) => [role, ...alsoFor].some((each) => roles.includes(each)))
      .sort((a, b) => a.order - b.order)
      .map(({ id, component, role }) => (
        <SectionSlot key={id} {...{ remote, component, role, path: pathname, componentOf }} />
      )),
  );
}

interface SectionSlotProps extends Omit<SlotProps<SectionProps>, 'props'> {
  readonly role: Role;
  readonly path: string;
}

function SectionSlot({ role, path, ...slot }: SectionSlotProps) {
  const props: SectionProps = useMemo(
    () => ({ activeRole: role, preview: false, place: { path, rest: '' } }),
    [role, path],
  );
  return <Slot {...slot} props={props} />;
}

function DashboardPage({ dashboard: Provider, ...frame }: FrameProps) {
  const status = useSession((session) => session.status);
  useEffect(() => void restore(), []);
  if (status === 'signed-out') return <Button onClick={() => openSignIn()}>Sign in</Button>;
  if (status !== 'signed-in' || !Provider) return <p role="status">Loading</p>;
  return (
    <Provider>
      <Sections {...frame} />
    </Provider>
  );
}

function SignInOverlay({ lock, componentOf }: FrameProps) {
  const open = useSession((session) => session.signIn.open);
  const [isWanted, setWanted] = useState(false);
  if (open && !isWanted) setWanted(true);
  const props: OverlayProps = useMemo(() => ({ open, onClose: closeSignIn }), [open]);
  if (!isWanted) return null;
  return lock.remotes.flatMap((remote) =>
    remote.contributions.overlays.map(({ slot, component }) => (
      <Slot key={slot} remote={remote} component={component} props={props} componentOf={componentOf} />
    )),
  );
}

function Main(frame: FrameProps) {
  const { pathname } = useLocation();
  return pathname === DASHBOARD || pathname.startsWith(`${DASHBOARD}/`) ? (
    <DashboardPage {...frame} />
  ) : (
    <PageSlot {...frame} />
  );
}

/** A page of the portal with nothing around the slots but a heading line: what a remote is tried in on its own. */
export function Frame(frame: FrameProps) {
  return (
    <>
      <header>
        <p>{frame.lock.shell.title}</p>
      </header>
      <main id="main">
        <Main {...frame} />
      </main>
      <footer>
        <p>The end of the page</p>
      </footer>
      <SignInOverlay {...frame} />
      <Toaster />
    </>
  );
}

/** The root of the tree, the same in the browser and on the server. */
export function FrameRoot({ children }: { readonly children: ReactNode }) {
  return <StrictMode>{children}</StrictMode>;
}
