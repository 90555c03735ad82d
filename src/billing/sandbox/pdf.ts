/** One page of plain lines: enough for an invoice of the sandbox, and no library for it. */
export function writePdf(title: string, lines: string[]): Buffer {
  const text = [title, '', ...lines]
    .map((line, at) => `1 0 0 1 60 ${760 - at * 22} Tm (${escapeText(line)}) Tj`)
    .join('\n')
  const content = `BT /F1 12 Tf\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let document = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = document.length
    document += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  document += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\n`
  document += `startxref\n${document.lastIndexOf('xref\n0 ')}\n%%EOF\n`
  return Buffer.from(document, 'latin1')
}

/** The page's font knows only Latin letters. */
const escapeText = (line: string): string =>
  line.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?').replaceAll(/[\\()]/g, '\\$&')
