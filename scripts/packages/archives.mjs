/** The two kinds of archive that packages are, written from files by name. The same files make the same bytes. */
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** As npm writes it into every package. */
const modifiedAt = 499_162_500

export function tarball(files) {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const body = Buffer.from(text)
    return [tarHeader(name, body.length), body, Buffer.alloc((512 - (body.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1_024)]), { level: 9 })
}

function tarHeader(name, size) {
  const header = Buffer.alloc(512)
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`
  header.write(name, 0, 100)
  header.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(modifiedAt, 12), 100)
  // The sum counts itself as spaces.
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** 1 January 1980, the first day that the format knows. */
const zipDate = 0x21

export function zip(files) {
  const local = []
  const central = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const body = Buffer.from(text)
    const packed = deflateRawSync(body, { level: 9 })
    const path = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt16LE(zipDate, 8)
    fields.writeUInt32LE(crc32(body), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(body.length, 18)
    fields.writeUInt16LE(path.length, 22)
    local.push(Buffer.from('PK\x03\x04', 'latin1'), fields, path, packed)
    const entry = Buffer.alloc(14)
    // Files that everybody may read, as Unix writes it.
    entry.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    entry.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, entry, path)
    offset += 4 + fields.length + path.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
