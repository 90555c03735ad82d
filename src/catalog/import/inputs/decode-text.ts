/** The encoding of a text file: what its first bytes say, else UTF-8 if all of it is that, else Windows-1252. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export class NotUtf8 extends Error {}

/** Texts of Excel and of Windows tools begin with a mark; without one, every other byte of plain UTF-16 is zero. */
export function guessEncoding(start: Buffer): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const looked = start.subarray(0, 400)
  const zeros = (from: number) => looked.filter((byte, at) => at % 2 === from && byte === 0).length
  if (zeros(1) > looked.length / 4) return 'utf-16le'
  if (zeros(0) > looked.length / 4) return 'utf-16be'
  return 'utf-8'
}

export async function* decodeText(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError && encoding === 'utf-8') throw new NotUtf8('the text is not UTF-8')
    if (error instanceof TypeError) throw new Error(`the text is not ${encoding.toUpperCase()}`)
    throw error
  }
}
