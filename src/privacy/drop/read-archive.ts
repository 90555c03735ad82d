/** The archive of deletion lists: a ZIP of CSV files, checked whole before anything of it counts. */
import { inflateRawSync } from 'node:zlib'

/** What is wrong with an archive, in words for the operator. */
export class BadArchive extends Error {}

type ListItem = { id: string; hash: string; listType: string; fileName: string }
export type Archive = { items: ListItem[]; removed: { id: string; hash: string; listType: string }[] }

const listTypes = ['NDZ', 'Email', 'Phone', 'MAID', 'NameVIN', 'CTVID']
const fileNamePattern = /^\d{8}_\d{4}_([A-Za-z]+)\.csv$/
const headers = { list: 'ID,Hash', removed: 'ID,Hash,ListType' }
const fileBytesMax = 2_000_000_000

export function readArchive(bytes: Buffer): Archive {
  const archive: Archive = { items: [], removed: [] }
  for (const { name, text } of unzip(bytes)) {
    const type = fileNamePattern.exec(name)?.[1]
    if (type === 'Removed') {
      for (const [id, hash, listType] of rowsOf(name, text, headers.removed)) {
        archive.removed.push({ id: id!, hash: hash!, listType: listType! })
      }
    } else if (type !== undefined && listTypes.includes(type)) {
      for (const [id, hash] of rowsOf(name, text, headers.list)) {
        archive.items.push({ id: id!, hash: hash!, listType: type, fileName: name })
      }
    } else throw new BadArchive(`The archive holds a file of another kind: ${name.slice(0, 60)}.`)
  }
  return archive
}

/** Every row, or none: a list that is cut, or reads differently, is not a list. */
function rowsOf(name: string, text: string, header: string): string[][] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines[0] !== header) throw new BadArchive(`${name} has another header than ${header}.`)
  if (lines.at(-1) === '') lines.pop()
  return lines.slice(1).map((line, at) => {
    const cells = line.split(',')
    const [id = '', hash = '', listType] = cells
    const fault =
      cells.length !== header.split(',').length
        ? 'has another number of columns'
        : !/^[A-Za-z0-9]{12}$/.test(id)
          ? 'has an ID that is none'
          : !/^[A-Za-z0-9+/]{43}=$/.test(hash)
            ? 'has a hash that is none'
            : listType !== undefined && !listTypes.includes(listType)
              ? 'names an unknown list'
              : null
    if (fault !== null) throw new BadArchive(`Line ${at + 2} of ${name} ${fault}.`)
    return cells
  })
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50

/** What the platform sends: no encryption, no parts, sizes below 4 GiB. */
function unzip(bytes: Buffer): { name: string; text: string }[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || bytes.readUInt32LE(end) !== endSignature)
    throw new BadArchive('The archive is cut, or is no ZIP file.')
  try {
    const files: { name: string; text: string }[] = []
    let at = bytes.readUInt32LE(end + 16)
    for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
      if (bytes.readUInt32LE(at) !== entrySignature) throw new BadArchive('The archive is cut.')
      const [method, packed, size] = [
        bytes.readUInt16LE(at + 10),
        bytes.readUInt32LE(at + 20),
        bytes.readUInt32LE(at + 24),
      ]
      const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
        number,
        number,
        number,
      ]
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
      const local = bytes.readUInt32LE(at + 42)
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      const data = bytes.subarray(start, start + packed)
      const content = method === 0 ? data : inflateRawSync(data, { maxOutputLength: Math.min(size + 1, fileBytesMax) })
      if (content.length !== size) throw new BadArchive(`${name} in the archive is cut.`)
      files.push({ name, text: content.toString('utf8') })
      at += 46 + nameLength + extra + comment
    }
    return files
  } catch (error) {
    throw error instanceof BadArchive ? error : new BadArchive('The archive can’t be unpacked.')
  }
}
