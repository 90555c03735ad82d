/** The file that carries opt-outs into a restored copy: a line says what it is, each further one holds some of them, the last one ends it. */
import { createReadStream } from 'node:fs'
import { type Arrival, splitLines } from '../../../src/catalog/import/read-lines.ts'
import type { OptOutPart, OptOuts } from '../../../src/catalog/opt-outs.ts'
import { Refused } from '../../command.ts'

const format = 'prospector opt-outs 2'

export async function* writeOptOuts({ matchingKeyId, parts }: OptOuts): AsyncGenerator<string> {
  const line = (value: object): string => `${JSON.stringify(value)}\n`
  yield line({ format, matching_key_id: matchingKeyId })
  for await (const part of parts) yield line(part)
  yield line({ end: true })
}

/** Nothing of a file that is cut off may be taken for the whole: its parts end with a refusal. */
export async function openOptOuts(file: string): Promise<OptOuts> {
  const lines = readDocuments(file)
  const first = (await lines.next()).value as { format?: unknown; matching_key_id?: string | null } | undefined
  if (first?.format !== format) throw notOurs(file)
  return { matchingKeyId: first.matching_key_id ?? null, parts: readParts(lines, file) }
}

async function* readParts(lines: AsyncGenerator<object>, file: string): AsyncGenerator<OptOutPart> {
  for await (const document of lines) {
    if ('end' in document) return
    if (!('marks' in document || 'people' in document || 'listed' in document)) throw notOurs(file)
    yield document as OptOutPart
  }
  throw new Refused(`${file} is cut off: it is not all that "prospector privacy opt-outs" wrote. Nothing was changed.`)
}

async function* readDocuments(file: string): AsyncGenerator<object> {
  const bytes = createReadStream(file)
  try {
    for await (const lines of splitLines(bytes, file)) for (const line of lines) yield parse(line, file)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new Refused(`${file} can't be read: ${error.message}`)
    throw error
  } finally {
    bytes.destroy()
  }
}

function parse(line: Arrival, file: string): object {
  try {
    const value: unknown = 'text' in line && !('problem' in line) ? JSON.parse(line.text) : null
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Half a line at the end, or another file: refused like anything else.
  }
  throw notOurs(file)
}

const notOurs = (file: string): Refused =>
  new Refused(`${file} is not what this version's "prospector privacy opt-outs" writes, or it is cut off.`)
