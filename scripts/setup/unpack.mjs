/** Unpacks an npm package: a gzipped tar whose files are all below one folder, which npm drops, as it drops links. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const blockBytes = 512
const isFile = (type) => type === '0' || type === '\0'

/** Writes the files for which `isWanted` says so; paths are those inside the package. */
export async function unpack(archive, folder, isWanted = () => true) {
  const made = new Set()
  for (const { path, mode, contents } of readTar(await promisify(gunzip)(archive))) {
    const inside = path.split('/').slice(1)
    if (!isWanted(inside.join('/'))) continue
    if (inside.length === 0 || inside.some((part) => part === '' || part === '.' || part === '..')) {
      throw new Error(`a package holds a file with the path ${JSON.stringify(path)}`)
    }
    const target = join(folder, ...inside)
    const parent = dirname(target)
    if (!made.has(parent)) mkdirSync(parent, { recursive: true })
    made.add(parent)
    writeFileSync(target, contents, { mode: mode & 0o100 ? 0o755 : 0o644 })
  }
}

/** The regular files of a tar. A long path is in an entry of its own, before the file. */
function* readTar(tar) {
  let longPath
  for (let at = 0; at + blockBytes <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + blockBytes)
    const bytes = readOctal(header, 124, 12)
    const contents = tar.subarray(at + blockBytes, at + blockBytes + bytes)
    if (contents.length < bytes) throw new Error('a package ends in the middle of a file')
    at += blockBytes + Math.ceil(bytes / blockBytes) * blockBytes
    const type = String.fromCharCode(header[156])
    if (type === 'x') longPath = readPaxPath(contents) ?? longPath
    else if (type === 'L') longPath = readText(contents, 0, bytes)
    else {
      const path = longPath ?? shortPath(header)
      longPath = undefined
      if (isFile(type)) yield { path, mode: readOctal(header, 100, 8), contents }
    }
  }
}

function shortPath(header) {
  const isUstar = readText(header, 257, 6).startsWith('ustar')
  const prefix = isUstar ? readText(header, 345, 155) : ''
  const name = readText(header, 0, 100)
  return prefix ? `${prefix}/${name}` : name
}

/** Records of the form "LENGTH path=VALUE\n", where the length counts all of the record's bytes. */
function readPaxPath(contents) {
  for (let at = 0; at < contents.length; ) {
    const bytes = Number.parseInt(contents.toString('latin1', at, at + 20), 10)
    if (!(bytes > 0)) throw new Error('a package has a header that can not be read')
    const [key, ...value] = contents.toString('utf8', contents.indexOf(' ', at) + 1, at + bytes - 1).split('=')
    if (key === 'path') return value.join('=')
    at += bytes
  }
  return undefined
}

function readOctal(header, from, length) {
  const value = Number.parseInt(readText(header, from, length).trim() || '0', 8)
  if (!Number.isSafeInteger(value) || header[from] & 0x80)
    throw new Error('a package has a header that can not be read')
  return value
}

function readText(bytes, from, length) {
  const end = bytes.indexOf(0, from)
  return bytes.toString('utf8', from, end === -1 || end > from + length ? from + length : end)
}
