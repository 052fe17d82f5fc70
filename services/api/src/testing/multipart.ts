/** One part of a form: a text field, or a file. */
export interface FormPart {
  readonly name: string;
  readonly value: string | Buffer;
  /** Written as it is, so that a test can send any name; without one the part is a text field. */
  readonly fileName?: string;
}

const BOUNDARY = '----test-boundary-7d1f';

/** The header that goes with `multipart`. */
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** The beginning of a form's file: everything before its bytes. */
export function fileHead(fileName: string, name = 'file'): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: application/pdf\r\n\r\n`;
}

/** The end of a form. */
export const FORM_END = `\r\n--${BOUNDARY}--\r\n`;

/** A form as a browser sends it. */
export function multipart(parts: readonly FormPart[]): Buffer {
  const pieces = parts.flatMap(({ name, value, fileName }) => [
    fileName === undefined
      ? `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
      : fileHead(fileName, name),
    value,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}
