import { useLayoutEffect, useMemo, useRef } from 'react';
import { boxTables, trustedHtml } from '../html/index.ts';
import { Prose } from '../typography/typography.tsx';

/** Properties of {@link EmailWords}. */
export interface EmailWordsProps {
  readonly email: string;
}

/** An e-mail address that takes a second line after its `@`, where it needs one. A text without one stays as it is. */
export function EmailWords({ email }: EmailWordsProps) {
  const at = email.indexOf('@') + 1;
  // A break before all of it would be an empty line.
  if (at === 0) return <span>{email}</span>;
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

/** Written text that came as HTML, made harmless and set like all running text. */
export function RichText({ html, className }: { readonly html: string; readonly className?: string | undefined }) {
  const safe = useMemo(() => ({ __html: trustedHtml(html) }), [html]);
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other tables
  useLayoutEffect(() => (text.current ? boxTables(text.current) : undefined), [safe]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the line above
  return <Prose ref={text} className={className} dangerouslySetInnerHTML={safe} />;
}
