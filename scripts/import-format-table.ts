import { type FieldFormat, formats } from '../src/catalog/import/line-format.ts'

const titles: Record<keyof typeof formats, string> = {
  store: 'A line: one store',
  theme: '`theme`',
  contact: 'An item of `contacts`',
  email: 'An item of `emails`',
  phone: 'An item of `phones`',
}

const begin = '<!-- fields: made by npm run generate -->'
const end = '<!-- end of fields -->'

/** The tables of docs/import.md, from the format that the readers go by. */
export function withFormatTables(found: string): string {
  const [before, rest] = found.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`docs/import.md lacks "${begin}" or "${end}".`)
  const tables = Object.entries(formats).map(([name, format]) => {
    const rows = Object.entries(format).map(([field, given]) => toRow(field, given))
    const heading = `### ${titles[name as keyof typeof formats]}`
    return [heading, '', '| field | type | meaning | absent | null |', '|---|---|---|---|---|', ...rows].join('\n')
  })
  return `${before}${begin}\n\n${tables.join('\n\n')}\n\n${end}${after}`
}

function toRow(field: string, { schema, meaning, whenAbsent, whenNull }: FieldFormat): string {
  const types = [schema.type].flat().join(' or ')
  return `| \`${field}\` | ${types} | ${meaning} | ${whenAbsent ?? 'Stays.'} | ${whenNull ?? 'Cleared.'} |`
}
