/** JSON files: a list of objects, or objects one after the other, on however many lines. One is in memory at a time. */
import { type Arrival, lineBytesMax } from '../read-lines.ts'

const [quote, backslash, newline] = [0x22, 0x5c, 0x0a]
const opening = new Set([0x7b, 0x5b])
const closing = new Set([0x7d, 0x5d])
const list = 0x5b
const between = new Set([0x20, 0x09, newline, 0x0d, 0x2c, 0xef, 0xbb, 0xbf])

/** Items of the outermost list; a text that is cut or is no list of objects is an error, not a rejected line. */
export async function* splitObjects(chunks: AsyncIterable<Buffer>, input: string): AsyncGenerator<Arrival[]> {
  let line = 1
  let startLine = 1
  /** Open brackets within the item; -1 between items. */
  let depth = -1
  let inList: boolean | null = null
  let isEnded = false
  let inText = false
  let isEscaped = false
  let kept: Buffer[] = []
  let keptBytes = 0

  const begin = (byte: number): boolean => {
    if (between.has(byte)) return false
    if (byte === list && inList === null) {
      inList = true
      return false
    }
    if (byte === 0x5d && inList && !isEnded) {
      isEnded = true
      return false
    }
    if (byte !== 0x7b || isEnded) throw new Error(`line ${line}: an object of a store is expected here`)
    inList ??= false
    startLine = line
    depth = 0
    return true
  }

  for await (const chunk of chunks) {
    const arrivals: Arrival[] = []
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!
      if (byte === newline) line += 1
      if (depth < 0) {
        if (!begin(byte)) continue
        from = at
      }
      if (inText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) inText = false
      } else if (byte === quote) inText = true
      else if (opening.has(byte)) depth += 1
      else if (closing.has(byte)) depth -= 1
      if (depth > 0) continue
      const text = Buffer.concat([...kept, chunk.subarray(from, at + 1)]).toString('utf8')
      arrivals.push({ line: startLine, input, text })
      kept = []
      keptBytes = 0
      depth = -1
    }
    if (depth >= 0) {
      kept.push(chunk.subarray(from))
      keptBytes += chunk.length - from
      if (keptBytes > lineBytesMax)
        throw new Error(`line ${startLine}: an item is longer than ${lineBytesMax / 1024 / 1024} MB`)
    }
    yield arrivals
  }
  if (depth >= 0) throw new Error(`line ${startLine}: the file ends in the middle of an item`)
  if (inList && !isEnded) throw new Error(`line ${line}: the file ends before its list does`)
}
