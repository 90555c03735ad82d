/** Gets the archives of packages from npm's cache or its registry, and believes no byte that the lock file does not name. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const connections = 12
const silenceMs = 10_000
const tries = 3

/** Null where npm's settings ask for something that only npm itself can do, such as a proxy. */
export function openRegistry(settings) {
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
