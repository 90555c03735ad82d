import type { FacetValue } from '../query/result-copy.ts'
import type { SearchWarning } from '../query/warnings.ts'
import { createJsonWriter, type JsonWriter, json } from './json-writer.ts'

/** What surrounds the items of a search's answer. */
type ListEnvelope = {
  nextCursor: string | null
  total: number
  facets?: Partial<Record<string, FacetValue[]>>
  warnings: readonly SearchWarning[]
  requestId: string
}

const start = json('{"object":"list","data":[')
const writer = createJsonWriter()

/** The list envelope, in the order in which its schema is serialised (what is optional last), around the items that `writeItems` writes. Never waits. */
export function writeList(envelope: ListEnvelope, writeItems: (writer: JsonWriter) => void): Buffer {
  const { nextCursor, total, facets, warnings, requestId } = envelope
  writer.raw(start)
  writeItems(writer)
  writer.raw(
    json(
      `],"has_more":${nextCursor !== null},"next_cursor":${JSON.stringify(nextCursor)},"request_id":"${requestId}",` +
        `"total":${total},"warnings":${JSON.stringify(warnings)}` +
        `${facets === undefined ? '' : `,"facets":${JSON.stringify(facets)}`}}`,
    ),
  )
  return writer.take()
}
