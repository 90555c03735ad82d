/** One page of plain lines: enough for an invoice of the sandbox, and no library for it. */
export function writePdf(title: string, lines: string[]): Buffer {
  const text = [title, '', ...lines].map((line, at) => `1 0 0 1 60 ${760 - at * 22} Tm ${show(line)}`).join('\n')
  const content = `BT\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
/Resources << /Font << /Latin 5 0 R /Wide 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H /DescendantFonts [7 0 R] >>',
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /FontDescriptor 8 0 R /DW 1000
/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> >>`,
    `<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0
/Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>`,
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

/**
 * A line in the Latin font where that has all its letters, else in one that readers bring along for Greek, Cyrillic, Chinese,
 * Japanese and Korean, in which it is written as UTF-16. Neither is embedded: an invoice of the sandbox stays a few lines.
 */
function show(line: string): string {
  const latin = toLatin(line)
  if (latin !== null) return `/Latin 12 Tf (${latin.replaceAll(/[\\()]/g, '\\$&')}) Tj`
  const units = Array.from({ length: line.length }, (_, at) => line.charCodeAt(at).toString(16).padStart(4, '0'))
  return `/Wide 12 Tf <${units.join('')}> Tj`
}

/** What WinAnsi (Windows 1252) has between its control characters and Latin 1, from 0x80 on; spaces are not in use. */
const winAnsi = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
/** Letters that have no accent to take off. */
const plainLetters: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ħ: 'h', Ħ: 'H', ŧ: 't', Ŧ: 'T' }

/** One byte a letter, without an accent where WinAnsi has the letter only so. Null: another font has to help. */
function toLatin(line: string): string | null {
  let text = ''
  for (const letter of line.normalize('NFC')) {
    const byte = latinByte(letter) ?? latinByte(plainLetters[letter] ?? letter.normalize('NFD')[0]!)
    if (byte === null) return null
    text += byte
  }
  return text
}

function latinByte(letter: string): string | null {
  if (/^[\x20-\x7e\xa0-\xff]$/.test(letter)) return letter
  const at = letter === ' ' ? -1 : winAnsi.indexOf(letter)
  return at === -1 ? null : String.fromCharCode(0x80 + at)
}
