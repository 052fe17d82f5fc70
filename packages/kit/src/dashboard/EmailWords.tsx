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
