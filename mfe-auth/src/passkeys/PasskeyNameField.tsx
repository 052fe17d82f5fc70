import { PASSKEY_NAME_LENGTH } from '@cytocomm/contract';
import { TextField, type TextFieldProps } from '@cytocomm/kit';

/** Properties of {@link PasskeyNameField}. */
export interface PasskeyNameFieldProps extends Pick<TextFieldProps, 'ref' | 'value' | 'error'> {
  readonly onName: (name: string) => void;
}

/** What a person calls a passkey. */
export function PasskeyNameField({ onName, ...field }: PasskeyNameFieldProps) {
  return (
    <TextField
      {...field}
      label="Name of the passkey"
      name="passkey-name"
      autoComplete="off"
      maxLength={PASSKEY_NAME_LENGTH}
      onChange={(event) => onName(event.target.value)}
      required
    />
  );
}
