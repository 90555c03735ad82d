import type { Segment } from '../segments/segment.ts'
import { nearestValue } from './known-values.ts'
import type { OnUnknown } from './unknown-values.ts'

/** A value that the catalogue does not hold: it matches nothing, and is not an error. */
export type SearchWarning = { param: string; value: string; message: string; nearest: string | null }

/** The nearest value is looked up for this many values of a request, which bounds what lists of nonsense can cost. */
const nearestMax = 50

/** Collects the values that are unknown to every segment. */
export function collectWarnings(segments: readonly Segment[]): { onUnknown: OnUnknown; list(): SearchWarning[] } {
  const unknown = new Map<string, { path: string; value: string; times: number }>()
  return {
    onUnknown({ path, param, value }) {
      const known = unknown.get(param)
      if (known === undefined) unknown.set(param, { path, value, times: 1 })
      else known.times++
    },
    list() {
      if (unknown.size === 0) return []
      let lookedUp = 0
      return [...unknown].flatMap(([param, { path, value, times }]): SearchWarning[] => {
        if (times < segments.length) return []
        const dictionaries = segments.map(({ fields }) => fields[path]!.dictionary!)
        const nearest = lookedUp++ < nearestMax ? nearestValue(dictionaries, path, value) : null
        return [{ param, value, message: messageOf(value, nearest), nearest }]
      })
    },
  }
}

const messageOf = (value: string, nearest: string | null): string =>
  `The catalogue holds no "${value}".${nearest === null ? '' : ` The nearest value is "${nearest}".`}`
