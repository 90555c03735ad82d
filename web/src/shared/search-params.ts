/** The query string as plain repeated parameters, readable and editable by people: `?role=ceo&role=founder`. */
export type SearchParams = Record<string, string | string[] | undefined>

export function parseSearch(text: string): SearchParams {
  const read: SearchParams = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = read[name]
    read[name] = before === undefined ? value : [before, value].flat()
  }
  return read
}

export function stringifySearch(search: Record<string, unknown>): string {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) written.append(name, String(one))
  }
  return written.size > 0 ? `?${written}` : ''
}

export const listOf = (value: string | string[] | undefined): string[] => (value === undefined ? [] : [value].flat())

export const firstOf = (value: string | string[] | undefined): string | undefined => listOf(value)[0]
