/** What must be true of the machine before anything is installed. */
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
export const platform = `${process.platform}-${process.arch}`

/** Downloads, the installed packages, and space for a new embedded database. */
const neededMegabytes = { production: 900, all: 1_600 }

export function checkPlatform() {
  if (!platforms.includes(platform)) {
    throw new SetupFailure(
      `Prospector runs on Linux and macOS, on x64 and arm64; this is ${platform}. Use one of those, or a container on one.`,
    )
  }
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
  if (isMusl) {
    throw new SetupFailure(
      'This Linux uses musl, as Alpine does, and the bundled Node and PostgreSQL need glibc. ' +
        'Use Debian, Ubuntu or another distribution with glibc, or the container image.',
    )
  }
}

/** Only before an installation: an installation also runs from a read-only folder. */
export function checkFolder(root, mode) {
  try {
    accessSync(root, constants.W_OK)
  } catch (error) {
    throw new SetupFailure(
      `${root} can't be written (${error.code}). Run this as the user who owns the folder, or clone into one of your own.`,
    )
  }
  const { bavail, bsize } = statfsSync(root)
  const freeMegabytes = Math.floor((bavail * bsize) / 1_000_000)
  if (freeMegabytes >= neededMegabytes[mode]) return
  throw new SetupFailure(
    `The disk that holds ${root} is full: the installation needs about ${neededMegabytes[mode]} MB, and ${freeMegabytes} MB ` +
      'are free. Free some space, then run the same command again.',
  )
}

/** Whether a package is for this machine, from its entry in a lock file. */
export function isForThisMachine({ os, cpu, libc }) {
  // The setup refuses musl before anything is installed.
  const isLibcRight = process.platform !== 'linux' || allows(libc, 'glibc')
  return allows(os, process.platform) && allows(cpu, process.arch) && isLibcRight
}

/** As npm reads it: one name or several, or names with an exclamation mark that are excluded. */
function allows(names, name) {
  if (names === undefined) return true
  const list = [names].flat()
  return !list.includes(`!${name}`) && (list.includes(name) || list.every((entry) => entry.startsWith('!')))
}

/** Something the person at the keyboard can fix. The message says what is wrong and what to do, in one line. */
export class SetupFailure extends Error {}

/** Standard output belongs to the command that needed the setup. */
export const say = (line) => process.stderr.write(`${line}\n`)

const lockOf = (root) =>
  join(tmpdir(), `prospector-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)

/** Two commands in a fresh clone must not install into the same folder at once. */
export async function oneAtATime(root, work) {
  const lock = lockOf(root)
  for (let hasWaited = false; !take(lock); hasWaited = true) {
    if (!hasWaited) say('Waiting for another installation in this folder to finish.')
    await pause(250)
  }
  releaseAtExit(root)
  await work()
}

/** Whoever waits goes on waiting, for the process that goes on with the work: it calls `releaseAtExit`. */
export const passOn = (root, pid) => writeFileSync(join(lockOf(root), 'pid'), String(pid))

export function release(root) {
  const lock = lockOf(root)
  if (readHolder(lock) === process.pid) rmSync(lock, { recursive: true, force: true })
}

export function releaseAtExit(root) {
  process.on('exit', () => release(root))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
}

/** NaN: there is no lock. */
function readHolder(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8'))
  } catch {
    return Number.NaN
  }
}

function take(lock) {
  try {
    mkdirSync(lock)
    writeFileSync(join(lock, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isAbandoned(lock)) return false
    rmSync(lock, { recursive: true, force: true })
    return take(lock)
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

/** Waits for all of them, so that nothing still writes into the folder when a failure is reported. */
export async function allOrFirstFailure(promises) {
  const outcomes = await Promise.allSettled(promises)
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}
