import { useMemo } from 'react';
import { trustedHtml } from '../html/index.ts';
import { Prose } from '../typography/Prose.tsx';

/** Written text that came as HTML, made harmless and set like all running text. */
export function RichText({ html, className }: { readonly html: string; readonly className?: string | undefined }) {
  const safe = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the line above
  return <Prose className={className} dangerouslySetInnerHTML={safe} />;
}
