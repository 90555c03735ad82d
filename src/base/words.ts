/** Numbers and times as people read them. */
export const count = (value: number): string => value.toLocaleString('en-US')

export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** `` `a`, `b` or `c` `` */
export const eitherOf = (values: readonly string[]): string => {
  const marked = values.map((value) => `\`${value}\``)
  return [...marked.slice(0, -2), marked.slice(-2).join(' or ')].join(', ')
}

/** What each value means: "`one`: this. `other`: that." */
export const explain = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings)
    .map(([value, meaning]) => `\`${value}\`: ${meaning}.`)
    .join(' ')

/** `64 KiB`, `4 MiB`. */
export const size = (bytes: number): string =>
  bytes % 1_048_576 === 0 ? `${count(bytes / 1_048_576)} MiB` : `${count(bytes / 1_024)} KiB`

/** `2 March 2026`, UTC. */
export const longDay = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Without seconds: nobody plans by them. */
export const minute = (date: Date | null): string => date?.toISOString().replace(/:\d\d\.\d+Z$/, 'Z') ?? '-'

export const share = (part: number, whole: number): string =>
  `${count(part)} (${whole === 0 ? 0 : Math.round((part * 100) / whole)}%)`
