type Changed<T> = readonly [path: string, changed: T]

/** For each value in an object, by its path, a copy in which only that one is another. Of a list of objects the first stands for all. */
export function eachChanged<T extends object>(whole: T): Changed<T>[] {
  const pathsIn = (value: unknown, path: string[]): string[][] => {
    if (typeof value !== 'object' || value === null) return [path]
    if (!Array.isArray(value)) return Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))
    return typeof value[0] === 'object' ? pathsIn(value[0], [...path, '0']) : [path]
  }
  return pathsIn(whole, []).map((path) => [path.join('.'), changedAt(whole, path)])
}

const changedAt = <T>(value: T, [name, ...rest]: readonly string[]): T => {
  if (name === undefined) return another(value) as T
  const copy = Array.isArray(value) ? [...value] : { ...value }
  return Object.assign(copy as object, { [name]: changedAt(value[name as keyof T], rest) }) as T
}

function another(value: unknown): unknown {
  if (Array.isArray(value)) return [...value, 'another']
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  return String(value ?? '').replace(/^./, (first) => (first === 'x' ? 'y' : 'x')) || 'x'
}
