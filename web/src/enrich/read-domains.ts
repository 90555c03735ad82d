/** Reads domains out of whatever was pasted or dropped: one a line, a CSV with a header, or a row of them. */
export type ReadDomains = { domains: string[]; skipped: number } | { refusal: string }

export const fileBytesMax = 5 * 1024 * 1024
export const domainsMax = 5_000

const domainColumn = /^(domain|domains|website|url|site|store|shop|hostname|company.?domain)$/i
/** Loose on purpose: the server normalises what a person would paste. It only has to tell domains from other cells. */
const looksLikeDomain = /^(https?:\/\/)?[^\s/@,;]+\.[^\s/@,;.]{2,}(\/\S*)?$/i

export async function readFile(file: File): Promise<ReadDomains> {
  if (file.size > fileBytesMax) {
    return {
      refusal: `This file has ${Math.ceil(file.size / 1024 / 1024)} MB; at most 5 can be read. Split it, or keep the domain column alone.`,
    }
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = decode(bytes)
  if (text === null) return { refusal: 'This is no text file. Save the list as CSV and drop that.' }
  return readDomains(text)
}

/** UTF-16 by its mark, UTF-8 when it is valid, and otherwise the old Western encoding that spreadsheets still write. */
function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.subarray(0, 4_096).includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export function readDomains(text: string): ReadDomains {
  const rows = text.split(/\r\n|\r|\n/).map(cellsOf)
  const head = rows[0] ?? []
  const column = head.findIndex((cell) => domainColumn.test(cell))
  const cells = column === -1 ? rows.flat() : rows.slice(1).map((row) => row[column] ?? '')
  const filled = cells.filter((cell) => cell !== '')
  const domains = [...new Set(filled.filter((cell) => looksLikeDomain.test(cell)))]
  if (domains.length === 0) {
    return { refusal: 'No domains were found. One a line works, and so does a CSV with a column named "domain".' }
  }
  if (domains.length > domainsMax) {
    return { refusal: `These are ${domains.length.toLocaleString('en-US')} domains; at most 5,000 go at once.` }
  }
  return {
    domains,
    skipped: column === -1 ? 0 : filled.length - filled.filter((cell) => looksLikeDomain.test(cell)).length,
  }
}

/** One line of CSV: commas, semicolons or tabs, with quotes. */
function cellsOf(line: string): string[] {
  const cells: string[] = []
  const pattern = /\s*(?:"((?:[^"]|"")*)"|([^,;\t]*))\s*(?:[,;\t]|$)/y
  for (let match = pattern.exec(line); match && match[0] !== ''; match = pattern.exec(line)) {
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim())
  }
  return cells
}
