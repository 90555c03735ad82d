/** Rows of a table as lines of an import: one store, and with columns about people, one of them. */
import type { Arrival, RowOrigin } from '../read-lines.ts'
import { type ColumnOptions, readCell } from './cells.ts'
import type { Field } from './columns.ts'
import type { Mapping } from './mapping.ts'
import type { Subject } from './open-inputs.ts'
import type { Table, TableRow } from './table.ts'

export async function* readRows(table: Table, mapping: Mapping, about: Subject): AsyncGenerator<Arrival[]> {
  const columnOf = createColumnOf(table.columns, mapping.fields)
  const { dates, separator } = mapping
  // Addresses hold no commas.
  const options = mapping.fields.map((field, at) => ({
    ...{ dates, separator },
    commasInItems: field?.of === 'store' && table.commasInItems[at] === true,
  }))
  for await (const rows of table.rows()) {
    yield rows.filter(isFilled).map((row) =>
      toArrival(table.name, row, (cells) => toLine(cells, mapping, options), {
        columnOf,
        storeMustExist: about === 'contacts',
      }),
    )
  }
}

/** Spreadsheets leave rows of empty cells between others and at the end. */
const isFilled = ({ cells, problem }: TableRow): boolean =>
  problem !== undefined || cells.some((cell) => showCell(cell).trim() !== '')

function toArrival(
  input: string,
  row: TableRow,
  toValue: (cells: readonly unknown[]) => Values,
  origin: Pick<RowOrigin, 'columnOf' | 'storeMustExist'>,
): Arrival {
  const { line, cells, problem } = row
  const text = () => cells.map(showCell).join(' | ')
  if (problem !== undefined) return { line, input, text: text(), problem }
  return { line, input, value: toValue(cells), row: { ...origin, text } }
}

const showCell = (cell: unknown): string =>
  typeof cell === 'string' ? cell : cell === null || cell === undefined ? '' : String(cell)

type Values = Record<string, unknown>
type ChannelItem = Values & { address?: unknown[] }

function toLine(cells: readonly unknown[], mapping: Mapping, options: readonly ColumnOptions[]): Values {
  const line: Values = {}
  const contact: Values = {}
  const emails: ChannelItem[] = []
  const phones: ChannelItem[] = []
  mapping.fields.forEach((field, at) => {
    if (field === null) return
    const read = readCell(cells[at], field.kind, options[at]!)
    const value = read === undefined && mapping.empty === 'clear' && field.name !== 'retired' ? null : read
    if (value === undefined) return
    if (field.of === 'store') setStoreField(line, field.name, value)
    else if (/^(?:email|phone)/.test(field.name))
      setChannel(field.name.startsWith('email') ? emails : phones, field, value)
    else contact[field.name] = value
  })
  const hasEmail = addChannels(contact, 'email', emails)
  const hasPhone = addChannels(contact, 'phone', phones)
  const { emails: _emails, phones: _phones, ...others } = contact
  const hasSomebody = hasEmail || hasPhone || Object.values(others).some((value) => value !== null)
  return hasSomebody ? { ...line, contacts: [contact] } : line
}

function setStoreField(line: Values, name: string, value: unknown): void {
  if (name === 'theme_name' || name === 'theme_type') {
    line.theme = { ...(line.theme as Values), [name.slice('theme_'.length)]: value }
  } else if (name === 'monthly_visits') line.traffic_tier ??= value
  else line[name] = value
}

function setChannel(items: ChannelItem[], { name, place }: Field, value: unknown): void {
  const item = items[place] ?? {}
  items[place] = item
  if (name === 'email' || name === 'phone') item.address = value === null ? [] : (value as unknown[])
  else item[name.slice(name.indexOf('_') + 1)] = value
}

/** A cell may hold several addresses; what other columns say of it is true of each. */
function addChannels(contact: Values, kind: 'email' | 'phone', items: ChannelItem[]): boolean {
  const given = items.filter((item) => item?.address !== undefined)
  if (given.length === 0) return false
  const channels = given.flatMap(({ address = [], ...about }) => address.map((one) => ({ [kind]: one, ...about })))
  contact[`${kind}s`] = channels
  return channels.length > 0
}

/** From a path within the line, such as `contacts[0].emails[1].status`, to the header that it came from. */
function createColumnOf(
  columns: readonly string[],
  fields: readonly (Field | null)[],
): (path: string) => string | null {
  const byTarget = new Map(fields.flatMap((field, at) => (field ? [[field.target, columns[at]!] as const] : [])))
  const known = new Map<string, string | null>()
  const find = (path: string): string | null => {
    const channel = /^contacts\[0\]\.(email|phone)s\[(\d+)\](?:\.(.+))?$/.exec(path)
    if (channel) {
      const [, kind, , part] = channel as unknown as [string, string, string, string?]
      const name = part === undefined || part === kind ? kind : `${kind}_${part}`
      return byTarget.get(`contact.${name}`) ?? byTarget.get(`contact.${kind}`) ?? null
    }
    const own = /^contacts\[0\]\.(\w+?)s?$/.exec(path)?.[1]
    if (own !== undefined) return byTarget.get(`contact.${own}`) ?? null
    const store = path.replace('.', '_')
    return byTarget.get(store) ?? (store === 'traffic_tier' ? (byTarget.get('monthly_visits') ?? null) : null)
  }
  return (path) => {
    if (!known.has(path)) known.set(path, find(path))
    return known.get(path)!
  }
}
