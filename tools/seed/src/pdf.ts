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

const LINES_PER_PAGE = 42;
/** Lines of at most 84 characters; a longer word is cut. */
const LINE = /\S.{0,83}(?=\s|$)|\S{84}/g;

/** Text as a PDF string in WinAnsi; what that encoding lacks becomes a question mark. */
function pdfString(text: string): string {
  const escaped = text
    .replace(/[^\x20-\x7e\xa0-\xff]/g, '?')
    .replace(/[\\()]/g, (character) => `\\${character}`)
    .replace(/[\xa0-\xff]/g, (character) => `\\${character.charCodeAt(0).toString(8)}`);
  return `(${escaped})`;
}

const bold = (text: string, size: number) => `/F2 ${size} Tf ${pdfString(text)} Tj T* /F1 11 Tf`;
const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** The content of each page. */
function pagesOf({ title, sections }: PdfText): readonly string[] {
  const lines = sections.flatMap(({ heading, paragraphs }) => [
    'T*',
    bold(heading, 14),
    ...paragraphs.flatMap((paragraph) => (paragraph.match(LINE) ?? []).map((line) => `${pdfString(line)} Tj T*`)),
  ]);
  const all = [bold(title, 20), ...lines];
  return Array.from({ length: Math.ceil(all.length / LINES_PER_PAGE) }, (_, page) => {
    const shown = all.slice(page * LINES_PER_PAGE, (page + 1) * LINES_PER_PAGE);
    return `BT /F1 11 Tf 17 TL 64 770 Td ${shown.join('\n')} ET`;
  });
}

/** Writes a PDF 1.7 file: text in the viewer's own Helvetica, so a page is about a kilobyte. */
export function writePdf(text: PdfText): Buffer {
  const pages = pagesOf(text);
  const kids = pages.map((_, index) => `${6 + index * 2} 0 R`).join(' ');
  const date = text.date.toISOString().replace(/\D/g, '').slice(0, 14);
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 595 842] ` +
      '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>',
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title ${pdfString(text.title)} /Author ${pdfString(text.author)} /CreationDate (D:${date}Z) >>`,
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${7 + index * 2} 0 R >>`,
      stream(content),
    ]),
    ...(text.atLeastBytes === undefined ? [] : [stream('fill '.repeat(Math.ceil(text.atLeastBytes / 5)))]),
  ];
  let file = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const entries = objects.map((object, index) => {
    const entry = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return entry;
  });
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}${trailer}`;
  return Buffer.from(file, 'latin1');
}
