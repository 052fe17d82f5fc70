import { Prose } from '@cytocomm/kit';
import { boxTables, trustedHtml } from '@cytocomm/kit/html';
import { useLayoutEffect, useMemo, useRef } from 'react';

/** The text of a release, as safe HTML. Loaded with the first release that is opened. */
export default function PressReleaseText({ html }: { readonly html: string }) {
  const safe = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other tables
  useLayoutEffect(() => (text.current ? boxTables(text.current) : undefined), [safe]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the line above
  return <Prose ref={text} dangerouslySetInnerHTML={safe} />;
}
