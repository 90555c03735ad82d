/**
 * What `npm ci` does with a complete lock file, only sooner (docs/decisions/0011-installation.md): get every archive, unpack it
 * where the lock file says, link its programs. Everything else (proxies, credentials, other places of files) stays with npm:
 * this throws, and npm is asked instead.
 */
import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gunzip } from 'node:zlib'
import { allOrFirstFailure, isForThisMachine } from './host.mjs'
import { isNeededOf } from './pinned-node.mjs'

/** Archives are unpacked in memory; this many at once, in each of two threads, keep two cores and the network busy. */
const atOnce = 8

export async function installDirectly(lock, into, { settings, mode }) {
  const wanted = Object.entries(lock.packages).filter(([path, entry]) => path !== '' && isForThisMachine(entry))
  if (wanted.some(([, { link }]) => link)) throw new Error('the lock file has links to folders')
  // The largest are among those for one platform; whoever began with one last would be waited for.
  const waiting = wanted.filter(([, { inBundle }]) => !inBundle).sort(([, one], [, two]) => !!two.os - !!one.os)
  const share = { waiting, taken: new Int32Array(new SharedArrayBuffer(4)), into, settings, mode }
  await allOrFirstFailure([unpackShare(share), unpackInThread(share)])
  for (const [path, { bin }] of wanted) linkPrograms(into, path, bin ?? {})
}

function unpackInThread(share) {
  const thread = new Worker(new URL('./unpack-thread.mjs', import.meta.url), { workerData: share })
  return new Promise((resolve, reject) => thread.once('error', reject).once('exit', resolve))
}

/** One archive after the other, of which another thread takes some. */
export async function unpackShare({ waiting, taken, into, settings, mode }) {
  const registry = openRegistry(settings)
  if (!registry) throw new Error('npm has settings that only npm can follow')
  const work = async () => {
    try {
      for (let next = take(); next; next = take()) {
        const [path, entry] = next
        const name = path.split('node_modules/').pop()
        const isWanted = (file) => isNeededOf(name, file) && (mode === 'all' || !isForAuthors.test(file))
        await unpack(await registry.read(name, entry), join(into, path), isWanted)
      }
    } catch (error) {
      Atomics.store(taken, 0, waiting.length)
      throw error
    }
  }
  const take = () => waiting[Atomics.add(taken, 0, 1)]
  await allOrFirstFailure(Array.from({ length: atOnce }, work)).finally(registry.close)
}

/** Types and source maps, for those who write or debug code: nearly half of all files. */
const isForAuthors = /\.(d\.[cm]?ts|map)$/

function linkPrograms(into, path, programs) {
  const folder = join(into, path.slice(0, path.lastIndexOf('node_modules/')), 'node_modules', '.bin')
  for (const [name, file] of Object.entries(programs)) {
    const program = join(into, path, file)
    const link = join(folder, name)
    mkdirSync(dirname(link), { recursive: true })
    chmodSync(program, 0o755)
    symlinkSync(relative(folder, program), link)
  }
}

const connections = 12
const silenceMs = 10_000
const tries = 3

/**
 * The archives of packages, from npm's cache or its registry; no byte is believed that the lock file does not name. Null where
 * npm's settings ask for something that only npm itself can do, such as a proxy.
 */
function openRegistry(settings) {
  const { registry, cache, cafile, proxy } = settings
  const isProxied = proxy || settings['https-proxy'] || process.env.HTTPS_PROXY || process.env.https_proxy
  const isUnusual = settings.ca || settings.cert || settings.key || settings.offline || settings['strict-ssl'] === false
  if (isProxied || isUnusual || !/^https?:/.test(registry)) return null
  const base = registry.replace(/\/+$/, '')
  const { Agent, get } = base.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ...(cafile && { ca: readFileSync(cafile) }) })
  return {
    async read(name, { version, integrity }) {
      const place = placeInCache(cache, integrity)
      const cached = readIfThere(place)
      if (cached && isIntact(cached, integrity)) return cached
      const archive = await download(get, agent, addressOf(base, name, version))
      if (!isIntact(archive, integrity)) throw new Error(`${name} ${version} is not what the lock file describes`)
      keep(place, archive)
      return archive
    },
    close: () => agent.destroy(),
  }
}

/** The address follows npm's convention; a registry that keeps its files elsewhere is left to npm. */
export const addressOf = (registry, name, version) => `${registry}/${name}/-/${name.split('/').pop()}-${version}.tgz`

/** npm keeps what it downloaded under its checksum, so that it can be found, and be trusted, without npm. */
function placeInCache(cache, integrity) {
  if (!/^sha512-[\w+/]+={0,2}$/.test(integrity ?? '')) throw new Error('the lock file has an unusual checksum')
  const digest = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
  return join(cache, '_cacache', 'content-v2', 'sha512', digest.slice(0, 2), digest.slice(2, 4), digest.slice(4))
}

const isIntact = (archive, integrity) => `sha512-${createHash('sha512').update(archive).digest('base64')}` === integrity

function readIfThere(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** For the next clone. A cache that can't be written is no reason to fail. */
function keep(place, archive) {
  try {
    mkdirSync(dirname(place), { recursive: true })
    const unfinished = `${place}.${randomUUID()}`
    writeFileSync(unfinished, archive)
    renameSync(unfinished, place)
  } catch {}
}

async function download(get, agent, address) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request(get, agent, address)
    } catch (error) {
      if (error.isFinal || attempt === tries) throw error
      await pause(attempt * 300)
    }
  }
}

function request(get, agent, address) {
  return new Promise((resolve, reject) => {
    const asked = get(address, { agent, timeout: silenceMs }, (answer) => {
      const chunks = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(chunks))
        else reject(Object.assign(new Error(`status ${answer.statusCode} of ${address}`), { isFinal: true }))
      })
    })
    asked.on('timeout', () => asked.destroy(new Error(`no answer from ${address}`)))
    asked.on('error', reject)
  })
}

const blockBytes = 512
const isFile = (type) => type === '0' || type === '\0'

/** In one piece of the size that the archive's end names: many small ones would be most of the work. */
const unzip = (archive) =>
  promisify(gunzip)(archive, {
    chunkSize: Math.min(Math.max(archive.readUInt32LE(archive.length - 4), 1_024), 2 ** 29),
  })

/**
 * A package is a gzipped tar whose files are all below one folder, which npm drops, as it drops links. Writes the files for
 * which `isWanted` says so; paths are those inside the package.
 */
async function unpack(archive, folder, isWanted = () => true) {
  const made = new Set()
  for (const { path, mode, contents } of readTar(await unzip(archive))) {
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
    if (!(bytes > 0)) throw new Error("a package has a header that can't be read")
    const [key, ...value] = contents.toString('utf8', contents.indexOf(' ', at) + 1, at + bytes - 1).split('=')
    if (key === 'path') return value.join('=')
    at += bytes
  }
  return undefined
}

function readOctal(header, from, length) {
  const value = Number.parseInt(readText(header, from, length).trim() || '0', 8)
  if (!Number.isSafeInteger(value) || header[from] & 0x80) throw new Error("a package has a header that can't be read")
  return value
}

function readText(bytes, from, length) {
  const end = bytes.indexOf(0, from)
  return bytes.toString('utf8', from, end === -1 || end > from + length ? from + length : end)
}
