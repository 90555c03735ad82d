/** The file with what was found, and next to each store the people who were revealed. */
import { parseSheet, writeRow } from './own-columns.ts'

/** Columns of a reveal's results that say how it went, and what the file says of the store already. */
const leftOut = ['index', 'input', 'ref', 'outcome', 'charged', 'store_domain', 'store_name']

/** Found domains stand in the column before the status, whatever the file called its own. */
const isFoundDomain = (name: string, at: number, head: string[]): boolean =>
  /^(store_)?domain$/.test(name) && /^(store_)?status$/.test(head[at + 1] ?? '')

export function addPeople(sheet: string, results: string): string {
  const [head = [], ...rows] = parseSheet(sheet)
  const [names = [], ...lines] = parseSheet(results)
  const domainAt = head.findIndex(isFoundDomain)
  const storeAt = names.indexOf('store_domain')
  const kept = names.flatMap((name, at) => (leftOut.includes(name) ? [] : [at]))
  const people = Map.groupBy(
    lines.filter((line) => line[storeAt]),
    (line) => line[storeAt]!,
  )
  const most = Math.max(1, ...[...people.values()].map(({ length }) => length))
  const columns = Array.from({ length: most }, (_, place) =>
    kept.map((at) => `contact_${place === 0 ? '' : `${place + 1}_`}${names[at]}`),
  )
  const written = rows.map((row) => {
    const here = people.get(row[domainAt] ?? '') ?? []
    const cells = Array.from({ length: most }, (_, place) => kept.map((at) => here[place]?.[at] ?? ''))
    return writeRow([...row, ...cells.flat()])
  })
  return `${[writeRow([...head, ...columns.flat()]), ...written].join('\r\n')}\r\n`
}
