import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBundler, isServerCompiled } from './compiled-server.mjs'
import { checkFolder, checkPlatform, oneAtATime, platform, SetupFailure, say } from './host.mjs'
import { install, isInstalled, readJson } from './install.mjs'
import { checkPinnedNode, pinnedNode } from './pinned-node.mjs'
import { buildWeb, isWebCurrent, succeeds } from './web.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const web = join(root, 'web')
const stampPath = join(root, 'node_modules', '.prospector-setup.json')

const lockFiles = [join(root, 'package-lock.json'), join(web, 'package-lock.json')]
const lockHash = createHash('sha256')
for (const path of lockFiles) lockHash.update(readFileSync(path))
const lockDigest = lockHash.digest('hex')

/**
 * In production, the packages of the web application are installed only while it has to be built. `makesDemo`: a start follows,
 * which would otherwise make the demo after the build.
 */
export async function setUp({ isProduction, makesDemo }) {
  const mode = isProduction && readJson(stampPath)?.mode !== 'all' ? 'production' : 'all'
  try {
    // Whoever works on the sources runs them, and does not wait for this.
    const isUncompiled = () => isProduction && findBundler() && !isServerCompiled()
    if (isStamped(mode) && isWebCurrent(root) && !isUncompiled()) {
      // bin/prospector compares the times of the two files; a checkout may have made the lock file the newer one.
      touchStamp()
      return
    }
    checkPlatform()
    await oneAtATime(root, async () => {
      const isFirst = !isWebCurrent(root)
      if (isStamped(mode) && !isFirst && !isUncompiled()) return
      if (isFirst || !isStamped(mode)) await installWhatIsMissing(mode)
      if (isFirst || isUncompiled()) await compileServer()
      // At once: together they are most of a first start.
      const prepared = isFirst && makesDemo ? prepareDemo() : undefined
      if (isFirst) await makeWeb()
      await prepared
    })
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error
    say(error.message)
    process.exit(1)
  }
}

async function makeWeb() {
  say('Building the web application; this takes a few seconds, once.')
  if (await buildWeb(root)) return
  throw new SetupFailure('The web application could not be built; the lines above say why.')
}

async function compileServer() {
  if (await succeeds(pinnedNode(root), [join(root, 'scripts', 'setup', 'compile.mjs'), root], root)) return
  say('The server could not be compiled; the lines above say why. It runs from its sources, and takes longer to start.')
}

function isStamped(mode) {
  const stamp = readJson(stampPath)
  const covers = stamp?.mode === 'all' || stamp?.mode === mode
  return covers && stamp.lockDigest === lockDigest && stamp.platform === platform && existsSync(pinnedNode(root))
}

/** Not its outcome but its work counts: `serve` reports everything that is not prepared, or can't be. */
async function prepareDemo() {
  say('Making the database and its demo data meanwhile.')
  const child = spawn(pinnedNode(root), [join(root, 'bin', 'start.mjs'), 'demo', 'prepare'], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  await new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
}

/** A folder that may not be written is no reason not to run from it. */
function touchStamp() {
  try {
    utimesSync(stampPath, new Date(), new Date())
  } catch {}
}

async function installWhatIsMissing(mode) {
  const lacks = {
    server: !isInstalled(root, mode) || !existsSync(pinnedNode(root)),
    web: (mode === 'all' || !isWebCurrent(root)) && !isInstalled(web, mode),
  }
  if (lacks.server || lacks.web) {
    checkFolder(root, mode)
    say(`Installing Prospector${mode === 'all' ? ' and its tests' : ''}; this takes about a minute, once.`)
  }
  const installServer = async () => {
    if (lacks.server) await install(root, mode)
    checkPinnedNode(root)
  }
  // At once: while one waits for the network, the other unpacks.
  await allOrFirstFailure([installServer(), lacks.web && install(web, mode)])
  writeFileSync(stampPath, `${JSON.stringify({ lockDigest, platform, mode })}\n`)
}

/** Waits for all of them, so that nothing still writes into the folder when a failure is reported. */
async function allOrFirstFailure(promises) {
  const outcomes = await Promise.allSettled(promises)
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}
