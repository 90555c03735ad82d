/** A server that root started goes on as another user, so that a hole in it is not a hole in the machine. */
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import { findNativeDirectory, prepareBinaries } from '../db/embedded/binaries.ts'
import { canUseFile, findObstacle } from '../db/embedded/user.ts'
import { chooseUser, findForeign, handOver, type User } from './chown-data-dir.ts'
import { keepCompiledCode } from './keep-compiled-code.ts'

type Settings = Pick<Config, 'port' | 'metricsPort' | 'databaseUrl' | 'dataDir'>
/** Why the server stays root, and what to do about it. */
type Reason = { why: string; advice: string }

const code = fileURLToPath(new URL('../../', import.meta.url))

/**
 * For the main thread of a process of its own, and before anything is opened: open files stay open. There is no way back.
 * What the user could not do later is checked first; if anything is in the way, the server says so and stays.
 */
export async function leaveRoot(settings: Settings, log: Pick<Logger, 'info' | 'warn'>): Promise<void> {
  if (process.getuid?.() !== 0) return
  const user = await chooseUser(settings.dataDir)
  const reason = await findReasonToStay(settings, user)
  if (reason) {
    log.warn(`This server runs as root, because ${reason.why}. ${reason.advice}`)
    return
  }
  const { uid, gid } = user
  // Only whoever installed the package may complete it.
  if (settings.databaseUrl === null) await prepareBinaries(findNativeDirectory(), undefined, '')
  await keepCompiledCode(user)
  await handOver(settings.dataDir, user)
  process.setgroups!([gid])
  process.setgid!(gid)
  process.setuid!(uid)
  log.info({ uid, gid }, 'started by root; runs as the user who owns DATA_DIR from here on')
}

/** Undefined: nothing is in the way of becoming `user`, who owns DATA_DIR or is about to. */
export async function findReasonToStay(settings: Settings, user: User): Promise<Reason | undefined> {
  const { dataDir, databaseUrl } = settings
  const who = `the user who would run it (uid ${user.uid})`
  const foreign = await findForeign(dataDir, user)
  if (foreign) {
    const advice = `Start it as another user, give the folder to one (chown -R USER ${dataDir}), or set DATA_DIR to a new one.`
    return { why: foreign, advice }
  }
  // A folder that root hands over can be entered by its new owner.
  const isRoots = (await stat(dataDir)).uid === 0
  const obstacle = await findObstacle(isRoots ? dirname(dataDir) : dataDir, user)
  const unreadable = await findUnreadable(databaseUrl === null, user)
  // Moving DATA_DIR would not help where the program itself is out of reach.
  if (obstacle && !unreadable) {
    return { why: `${who} can't enter ${obstacle}`, advice: 'Set DATA_DIR to another place.' }
  }
  const first = await firstOpenPort()
  const port = [settings.port, settings.metricsPort ?? 0].find((port) => port > 0 && port < first)
  if (port !== undefined) {
    const advice = `Set the port to ${first} or above and put a proxy in front of it.`
    return { why: `only root may listen on port ${port}`, advice }
  }
  if (!unreadable) return undefined
  const advice = 'Install Prospector where every user can read it, such as /opt, or start it as another user.'
  return { why: `${who} can't read ${unreadable}`, advice }
}

/** One file of each kind stands for all: they were installed with the same permissions. */
async function findUnreadable(isEmbedded: boolean, user: User): Promise<string | undefined> {
  const native = isEmbedded ? [join(findNativeDirectory(), 'bin', 'postgres')] : []
  for (const file of [process.execPath, join(code, 'package.json'), fileURLToPath(import.meta.url), ...native]) {
    if (!(await canUseFile(file, user))) return file
  }
  return undefined
}

async function firstOpenPort(): Promise<number> {
  const setting = await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(() => '1024')
  return Number(setting)
}
