import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type BackupEnd, type BackupHeader, BadBackup, endOfRows, type TableStart } from './format.ts'
import { type BackupKeys, unseal } from './seal.ts'

export type OpenBackup = {
  header: BackupHeader
  /** The next table, or what the file ends with. The rows of a table are read before the next one. */
  next(): Promise<TableStart | BackupEnd>
  /** The rows of the table, whole lines at a time. */
  rows(): AsyncGenerator<Buffer>
  close(): void
}

/** The bytes of a backup, and how to name it. */
export type BackupSource = { name: string; bytes: AsyncIterable<Buffer> }

const newline = 10
const terminator = Buffer.from(endOfRows)
const lineBytesMax = 64 * 1024 * 1024

export const backupFile = (path: string): BackupSource => ({ name: path, bytes: createReadStream(path) })

export async function openBackup({ name, bytes }: BackupSource, keys: BackupKeys): Promise<OpenBackup> {
  const file = Readable.from(unseal(bytes, keys, name), { objectMode: false })
  const unzipped = createGunzip({ chunkSize: 256 * 1024 })
  file.on('error', (error) => unzipped.destroy(error)).pipe(unzipped)
  const chunks = unzipped[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let held: Buffer = Buffer.alloc(0)

  /** False at the end of the file. */
  async function readMore(): Promise<boolean> {
    const { done, value } = await chunks.next().catch((error: NodeJS.ErrnoException) => {
      throw error instanceof BadBackup ? error : new BadBackup(explain(name, error))
    })
    if (done) return false
    if (held.length > lineBytesMax) throw new BadBackup(`${name} is not a backup of Prospector.`)
    held = held.length === 0 ? value : Buffer.concat([held, value])
    return true
  }

  async function readLine(): Promise<Buffer> {
    for (;;) {
      const end = held.indexOf(newline)
      if (end >= 0) {
        const line = held.subarray(0, end + 1)
        held = held.subarray(end + 1)
        return line
      }
      if (!(await readMore())) throw new BadBackup(`${name} is cut off: it is not a whole backup.`)
    }
  }

  async function readJson(): Promise<unknown> {
    const line = await readLine()
    try {
      return JSON.parse(line.toString('utf8'))
    } catch {
      throw new BadBackup(`${name} is not a backup of Prospector, or it is damaged.`)
    }
  }

  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (held.indexOf(newline) < 0 && !(await readMore())) throw new BadBackup(`${name} is cut off in a table.`)
      const { end, isLast } = findRows(held)
      if (end > 0) yield held.subarray(0, end)
      held = held.subarray(isLast ? end + terminator.length : end)
      if (isLast) return
    }
  }

  /** After the last line nothing may follow, and the end of the file has to be the one that was written. */
  async function next(): Promise<TableStart | BackupEnd> {
    const line = (await readJson()) as TableStart | BackupEnd
    if (!('end' in line)) return line
    while (held.length === 0 && (await readMore()));
    if (held.length > 0) throw new BadBackup(`${name} is damaged: something follows its end.`)
    return line
  }

  const close = () => {
    file.destroy()
    unzipped.destroy()
  }
  try {
    const header = (await readJson()) as BackupHeader
    if (header.prospector_backup !== 1) {
      throw new BadBackup(`${name} is not a backup that this version of Prospector can read.`)
    }
    return { header, next, rows, close }
  } catch (error) {
    close()
    throw error
  }
}

/** How far whole rows reach, and whether the line after them ends the table. */
function findRows(bytes: Buffer): { end: number; isLast: boolean } {
  let end = 0
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, end)) {
    if (at - end === terminator.length - 1 && bytes.compare(terminator, 0, terminator.length, end, at + 1) === 0) {
      return { end, isLast: true }
    }
    end = at + 1
  }
  return { end, isLast: false }
}

function explain(name: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no file ${name}.`
  if (code?.startsWith('Z_')) return `${name} is not a backup of Prospector, or it is damaged (${message}).`
  return `${name} can't be read: ${message}`
}
