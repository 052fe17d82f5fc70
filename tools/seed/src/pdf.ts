/** What a small PDF says. */
export interface PdfText {
  readonly title: string;
  readonly author: string;
  readonly date: Date;
  /** Blocks of text in order; each block starts with its heading. */
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
  /** How large the file is to be at least, in bytes: it is filled up with a stream that no page shows. By default nothing is added. */
  readonly atLeastBytes?: number;
}

const A4 = { width: 595, height: 842 };
const MARGIN = 64;
const LINE_LENGTH = 84;

/** One line on a page: its text, its size, and the space above it. */
interface Line {
  readonly text: string;
  readonly size: number;
  readonly bold: boolean;
  readonly above: number;
}

/** Text as a PDF string in WinAnsi; what that encoding lacks becomes a question mark. */
function pdfString(text: string): string {
  const escaped = text
    .replace(/[^\x20-\x7e\xa0-\xff]/g, '?')
    .replace(/[\\()]/g, (character) => `\\${character}`)
    .replace(/[\xa0-\xff]/g, (character) => `\\${character.charCodeAt(0).toString(8)}`);
  return `(${escaped})`;
}

function pdfDate(date: Date): string {
  return `(D:${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z)`;
}

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > LINE_LENGTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

function linesOf({ title, sections }: PdfText): readonly Line[] {
  return [
    { text: title, size: 24, bold: true, above: 0 },
    ...sections.flatMap(({ heading, paragraphs }): Line[] => [
      { text: heading, size: 14, bold: true, above: 22 },
      ...paragraphs.flatMap((paragraph) =>
        wrapped(paragraph).map((text, index) => ({ text, size: 11, bold: false, above: index === 0 ? 8 : 2 })),
      ),
    ]),
  ];
}

/** The content streams: text set from the top, a new page where it does not fit, and the signal line under the title. */
function pagesOf(text: PdfText): readonly string[] {
  const pages: string[][] = [[]];
  let y = A4.height - MARGIN;
  for (const [index, line] of linesOf(text).entries()) {
    const height = line.above + line.size * 1.3;
    if (y - height < MARGIN) {
      pages.push([]);
      y = A4.height - MARGIN;
    }
    y -= height;
    const font = line.bold ? '/F2' : '/F1';
    pages.at(-1)?.push(`BT ${font} ${line.size} Tf ${MARGIN} ${y.toFixed(1)} Td ${pdfString(line.text)} Tj ET`);
    if (index === 0) {
      y -= 24;
      pages.at(-1)?.push(signalLine(y));
    }
  }
  return pages.map((operators) => operators.join('\n'));
}

function signalLine(y: number): string {
  const points = Array.from({ length: 60 }, (_, step) => {
    const beat = Math.exp(-(((step % 20) - 10) ** 2) / 3) * 12;
    return `${(MARGIN + step * 7.8).toFixed(1)} ${(y + beat).toFixed(1)} ${step === 0 ? 'm' : 'l'}`;
  });
  return `0.043 0.478 0.431 RG 1.2 w ${points.join(' ')} S`;
}

/** Writes a PDF 1.7 file: text in the viewer's own Helvetica, so a page is about a kilobyte. */
export function writePdf(text: PdfText): Buffer {
  const pages = pagesOf(text);
  const pageIds = pages.map((_, index) => 5 + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Contents ${6 + index * 2} 0 R ` +
        '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>',
      `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    ]),
    `<< /Title ${pdfString(text.title)} /Author ${pdfString(text.author)} /CreationDate ${pdfDate(text.date)} >>`,
  ];
  const info = objects.length;
  if (text.atLeastBytes !== undefined)
    objects.push(
      `<< /Length ${text.atLeastBytes} >>\nstream\n${'fill '.repeat(Math.ceil(text.atLeastBytes / 5)).slice(0, text.atLeastBytes)}\nendstream`,
    );

  let file = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${info} 0 R >>\n`;
  file += `startxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
