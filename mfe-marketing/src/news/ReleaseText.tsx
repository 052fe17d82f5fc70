import { Prose } from '@cytocomm/kit';
import { trustedHtml } from '@cytocomm/kit/html';
import { useMemo } from 'react';

/** The text of a release, as safe HTML. Loaded with the first release that is opened. */
export default function ReleaseText({ html }: { readonly html: string }) {
  const safe = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the line above
  return <Prose dangerouslySetInnerHTML={safe} />;
}
