import { problems } from '../base/problems.ts'
import type { AnyOperation } from '../call/operation.ts'

type Arguments = Record<string, unknown>
type Parts = { params: Arguments; query: Arguments; body: Arguments | undefined; options: Arguments }

/** Sorts a tool's flat arguments back into the parts of the operation. The schema refuses arguments that belong nowhere. */
export function sortArguments({ request }: AnyOperation<never>, given: Arguments): Parts {
  const names = (part: { properties?: object } | undefined) => new Set(Object.keys(part?.properties ?? {}))
  const [inPath, inQuery] = [names(request.params), names(request.query)]
  const inHeaders = names(request.headerArguments?.fields)
  const parts: Parts = { params: {}, query: {}, body: request.body ? {} : undefined, options: {} }
  for (const [name, value] of Object.entries(given)) {
    const part = inPath.has(name)
      ? parts.params
      : inQuery.has(name)
        ? parts.query
        : inHeaders.has(name)
          ? parts.options
          : parts.body
    if (!part) throw problems.invalidRequest(name, `${name} is not a known parameter.`)
    part[name] = value
  }
  return parts
}
