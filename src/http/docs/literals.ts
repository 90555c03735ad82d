/** Values of examples as the languages of the docs write them, with variables in place of made-up ids. */
export type Literals = {
  /** A name of the API, such as `contact_id`, as a variable. */
  variable(name: string): string
  text(value: string): string
  constant(value: unknown): string
  object(entries: readonly (readonly [string, string])[]): string
  list(items: readonly string[]): string
}

export const typescript: Literals = {
  variable: (name) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  text: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
  constant: (value) => String(value),
  object: (entries) => {
    const items = entries.map(([name, value]) => (name === value ? name : `${name}: ${value}`))
    return enclose(['{', '}'], items, { indent: '  ', padding: ' ' })
  },
  list: (items) => enclose(['[', ']'], items, { indent: '  ' }),
}

export const python: Literals = {
  variable: (name) => name,
  text: (value) => JSON.stringify(value),
  constant: (value) => (value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : String(value)),
  object: (entries) => {
    const items = entries.map(([name, value]) => `"${name}": ${value}`)
    return enclose(['{', '}'], items, { indent: '    ' })
  },
  list: (items) => enclose(['[', ']'], items, { indent: '    ' }),
}

export function literal(value: unknown, as: Literals): string {
  if (typeof value === 'string') {
    if (/^ct_live_[A-Za-z]+$/.test(value)) return as.variable('contact_id')
    if (/^sea_[A-Za-z0-9]+$/.test(value)) return as.variable('saved_search_id')
    return /^[a-z-]+\.example$/.test(value) ? as.variable('domain') : as.text(value)
  }
  // One of each is enough.
  if (Array.isArray(value)) return as.list([...new Set(value.map((one) => literal(one, as)))])
  if (typeof value === 'object' && value !== null)
    return as.object(Object.entries(value).map(([name, inner]) => [name, literal(inner, as)]))
  return as.constant(value)
}

const columnsMax = 56

/** On one line if it fits. */
function enclose(
  [open, close]: [string, string],
  items: readonly string[],
  { indent, padding = '' }: { indent: string; padding?: string },
): string {
  if (items.length === 0) return `${open}${close}`
  const line = `${open}${padding}${items.join(', ')}${padding}${close}`
  if (line.length <= columnsMax && !line.includes('\n')) return line
  return `${open}\n${items.map((item) => `${indent}${item.replaceAll('\n', `\n${indent}`)},\n`).join('')}${close}`
}
