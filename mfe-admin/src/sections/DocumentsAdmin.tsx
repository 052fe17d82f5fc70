import { addressOf, exportDocuments, type SectionProps } from '@cytocomm/contract';
import { ButtonLink } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { BackToList, ExportLink } from '@cytocomm/portal-api';
import { Accesses } from '../accesses/Accesses.tsx';
import { Acknowledgements } from '../acknowledgements/Acknowledgements.tsx';
import { DocumentList, filters } from '../documents/DocumentList.tsx';
import { WaitingReports } from '../documents/ReportMails.tsx';
import { UploadForm } from '../documents/UploadForm.tsx';
import { Versions } from '../documents/Versions.tsx';
import { useListView } from '../lists/ResourceList.tsx';
import { NoSuchRecord } from '../lists/records.tsx';
import { NonReaders } from '../readers/NonReaders.tsx';

const LEAD = 'PDFs for investors, customers or everybody. A new one shows at once where it belongs.';
/** The address of the tool where the shell does not say it. */
const PATH = '/dashboard/admin/documents';
const OF_DOCUMENT = /^([0-9a-f]{24})\/(accesses|acknowledgements|non-readers|versions)$/;
const PAGES = { accesses: Accesses, acknowledgements: Acknowledgements, 'non-readers': NonReaders, versions: Versions };
const isPage = (name = ''): name is keyof typeof PAGES => Object.hasOwn(PAGES, name);

/** The documents admin panel: everything that was uploaded; the upload form, and each document's pages, have addresses of their own. */
export default function DocumentsAdmin({ place }: Pick<SectionProps, 'place'>) {
  const view = useListView(filters);
  const [, id, name] = OF_DOCUMENT.exec(place?.rest ?? '') ?? [];
  if (place !== undefined && id !== undefined && isPage(name)) {
    const Page = PAGES[name];
    return <Page id={id} place={place} />;
  }
  if (place === undefined) {
    return (
      <Panel title="Documents" lead={LEAD}>
        <WaitingReports />
        <UploadForm />
        <DocumentList view={view} path={PATH} firstStep="Upload the first PDF with the form above." />
      </Panel>
    );
  }
  if (place.rest === 'new') {
    return (
      <Panel title="Documents" lead={LEAD} actions={<BackToList path={place.path}>All documents</BackToList>}>
        <WaitingReports />
        <UploadForm />
      </Panel>
    );
  }
  if (place.rest !== '') return <NoSuchRecord title="Documents" one="document" all="All documents" path={place.path} />;
  return (
    <Panel
      title="Documents"
      lead={LEAD}
      actions={
        <>
          <ExportLink href={addressOf(exportDocuments, {}, view.query)} />
          <ButtonLink size="small" icon="plus" to={`${place.path}/new`}>
            New document
          </ButtonLink>
        </>
      }
    >
      <WaitingReports />
      <DocumentList view={view} path={place.path} firstStep="Upload the first PDF with New document." />
    </Panel>
  );
}
