/** What a spreadsheet takes for a formula at the start of a cell, also where it begins a cell behind a semicolon or a tab. */
const FORMULA = /^(?=[=+\-@\t\r＝＋－＠])/;
const FORMULA_WITHIN = /([;\t] *)(?=[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",\r\n]/;

function cellOf(text: string): string {
  const plain = text.replace(FORMULA, "'").replace(FORMULA_WITHIN, "$1'");
  return NEEDS_QUOTES.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Returns the text of a file for a spreadsheet, as the server writes such files: no text in it is taken for a formula. */
export function csvText(columns: readonly string[], lines: readonly (readonly string[])[]): string {
  return `\ufeff${[columns, ...lines].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')}`;
}
