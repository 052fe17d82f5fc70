import { addressOf, exportPressReleases, type SectionProps } from '@cytocomm/contract';
import { ButtonLink, useNavigate } from '@cytocomm/kit';
import { createPart, LazyPart, Panel } from '@cytocomm/kit/dashboard';
import { BackToList, ExportLink } from '@cytocomm/portal-api';
import { useState } from 'react';
import lists from '../lists/lists.module.css';
import { useListView } from '../lists/ResourceList.tsx';
import type { PressReleaseEditorProps } from '../press-releases/PressReleaseEditor.tsx';
import { filters, PressReleaseList } from '../press-releases/PressReleaseList.tsx';
import { PublishResult } from '../press-releases/PublishResult.tsx';
import type { PublishNews } from '../press-releases/use-publish.ts';

/** The address of the tool where the shell does not say it. */
const PATH = '/dashboard/admin/releases';
const NEW = 'new';
/** The room of the editor before it comes, in pixels. */
const EDITOR_HEIGHT = 640;
const NOTHING: PublishNews = { kind: 'none' };

/** Five times as heavy as the list: it loads with the first release that is written. */
const editor = createPart<PressReleaseEditorProps>(
  'editor',
  async () => (await import('../press-releases/PressReleaseEditor.tsx')).PressReleaseEditor,
);

/** A new release that was stored while it was written. */
interface NewRelease {
  readonly id: string | null;
  /** Its address is shown. */
  readonly arrived: boolean;
  /** Counts the new releases that were started here. */
  readonly round: number;
}

/**
 * Returns which release an address below the tool's is of, and which new one is written. Once stored, that one keeps its editor at
 * its own address; elsewhere the next one starts.
 */
function useNewRelease(rest: string) {
  const [id = ''] = rest.split('/');
  const [latest, setLatest] = useState<NewRelease>({ id: null, arrived: false, round: 0 });
  if (latest.id !== null && !latest.arrived && id === latest.id) setLatest({ ...latest, arrived: true });
  if (latest.arrived && id !== latest.id) setLatest({ id: null, arrived: false, round: latest.round + 1 });
  return {
    id,
    isNew: rest === NEW || id === latest.id,
    round: latest.round,
    store: (stored: string) => setLatest({ ...latest, id: stored }),
  };
}

/** Keeps the outcome of publishing while the list is shown after it. */
function useNews(isList: boolean) {
  const [state, setState] = useState({ news: NOTHING, isShown: false });
  if (isList !== state.isShown && state.news !== NOTHING)
    setState({ news: isList ? state.news : NOTHING, isShown: isList });
  return [state.news, (news: PublishNews) => setState({ news, isShown: false })] as const;
}

/** Writes press releases: now, at a time, or as a draft. The list, and below its address the editor of each. */
export default function PressReleases({ place }: Pick<SectionProps, 'place'>) {
  const { path, rest } = place ?? { path: PATH, rest: '' };
  const navigate = useNavigate();
  const view = useListView(filters, 25);
  const [news, setNews] = useNews(rest === '');
  const { id, isNew, round, store } = useNewRelease(rest);

  if (rest === '') {
    return (
      <Panel
        title="Post Press Releases"
        lead="On the public site, in the investors' dashboard, the feed and by mail."
        actions={
          <>
            <ExportLink href={addressOf(exportPressReleases, {}, view.query)} />
            <ButtonLink size="small" icon="plus" to={`${path}/${NEW}`}>
              New release
            </ButtonLink>
          </>
        }
      >
        <div className={lists.told}>
          <PublishResult news={news} />
        </div>
        <PressReleaseList path={path} view={view} />
      </Panel>
    );
  }
  return (
    <Panel
      title="Post Press Releases"
      lead="Readers get it when you publish it, and not before."
      actions={<BackToList path={path}>All releases</BackToList>}
    >
      <LazyPart
        key={isNew ? round : id}
        part={editor}
        height={EDITOR_HEIGHT}
        props={{
          id: isNew ? null : id,
          path,
          onStored: (made) => {
            // One in place of a deleted release is opened at its own address.
            if (rest === NEW) store(made);
            void navigate(`${path}/${made}/edit`, { replace: true });
          },
          onDone: (done) => {
            setNews(done);
            void navigate(path);
          },
        }}
      />
    </Panel>
  );
}
