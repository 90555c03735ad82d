import { holdsDomain } from '../domains.ts'
import { isHeading } from '../heading-line.ts'
import type { ExclusionEntry } from './exclusions.ts'

type ReadEntries = { entries: ExclusionEntry[]; unread: string[] }

type Kind = keyof ExclusionEntry

/** What the kinds look like; a cell is of the first that it looks like. */
const forms: Record<Kind, (cell: string) => boolean> = {
  email: (cell) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]{2,}$/.test(cell),
  email_sha256: (cell) => /^[0-9a-f]{64}$/i.test(cell),
  linkedin_url: (cell) => /^(https?:\/\/)?([a-z]+\.)?linkedin\.com\/in\/\S+$/i.test(cell),
  domain: (cell) => /^\S+$/.test(cell) && holdsDomain(cell),
}

/** Mail programs copy `Ada Keen <ada@shop.example>` and `mailto:ada@shop.example`. */
const copied = /^.*<(?:mailto:)?([^\s<>]+@[^\s<>]+)>.*$|^mailto:/i

/** Mail programs and CRMs write the domain of everybody's address as `@shop.example`. */
const ofDomain = /^@(?=[^@]*$)/

/** The cells of a line may come from a spreadsheet, or be a list: commas, semicolons and tabs divide them. */
const cellsOf = (line: string): string[] =>
  line
    .split(/[,;\t]/)
    .map((cell) =>
      cell
        .trim()
        .replace(copied, '$1')
        .replaceAll(/^["'<]+|["'>]+$/g, '')
        .replace(ofDomain, ''),
    )
    .filter(Boolean)

function entryOf(cell: string): ExclusionEntry | null {
  const kind = (Object.keys(forms) as Kind[]).find((one) => forms[one](cell))
  return kind ? { [kind]: kind === 'email_sha256' ? cell.toLowerCase() : cell } : null
}

const isOfPerson = (entry: ExclusionEntry): boolean => entry.domain === undefined

/**
 * Emails, profiles, sums and domains out of whatever was pasted. In a line that names a person, a domain is that person's
 * company, which is not meant.
 */
export function readEntries(text: string): ReadEntries {
  const unread: string[] = []
  const entries = new Map<string, ExclusionEntry>()
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue
    const found = cellsOf(line).flatMap((cell) => entryOf(cell) ?? [])
    const people = found.filter(isOfPerson)
    if (found.length === 0 && !(at === 0 && isHeading(line))) unread.push(line.trim())
    for (const entry of people.length > 0 ? people : found) {
      const key = JSON.stringify(entry).toLowerCase()
      if (!entries.has(key)) entries.set(key, entry)
    }
  }
  return { entries: [...entries.values()], unread }
}
