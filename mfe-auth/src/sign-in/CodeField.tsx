import { TextField, type TextFieldProps } from '@cytocomm/kit';
import { readCode } from './email-entry.ts';

/** Properties of {@link CodeField}. */
export interface CodeFieldProps extends Pick<TextFieldProps, 'value' | 'error'> {
  readonly onCode: (typed: string) => void;
}

/** The six digits of a mail. */
export function CodeField({ onCode, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      label="6-digit code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={(event) => onCode(event.target.value)}
      onPaste={(event) => {
        const code = readCode(event.clipboardData.getData('text/plain'));
        if (code === null) return;
        event.preventDefault();
        onCode(code);
      }}
      required
    />
  );
}
