import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBundler, isServerCompiled } from './compiled-server.mjs'
import {
  allOrFirstFailure,
  checkFolder,
  checkPlatform,
  oneAtATime,
  passOn,
  platform,
  SetupFailure,
  say,
} from './host.mjs'
import { install, isInstalled, readJson } from './install.mjs'
import { checkPinnedNode, pinnedNode } from './pinned-node.mjs'
import { buildWeb, isWebBuilt, isWebCurrent, succeeds } from './web.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const web = join(root, 'web')
const stampPath = join(root, 'node_modules', '.prospector-setup.json')

const lockFiles = [join(root, 'package-lock.json'), join(web, 'package-lock.json')]
const lockHash = createHash('sha256')
for (const path of lockFiles) lockHash.update(readFileSync(path))
const lockDigest = lockHash.digest('hex')

/**
 * In production, the packages of the web application are installed only while it has to be built. `isForStart`: a node is started
 * next. The first one does not wait for what it can answer without; later ones would serve what is out of date.
 */
export async function setUp({ isProduction, isForStart }) {
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
      if (isFirst || !isStamped(mode)) await installWhatIsMissing(mode)
      if (isForStart && !isWebBuilt(root)) return goOnBeside()
      if (isFirst) say('Building the web application; this takes a few seconds, once.')
      await makeWhatIsMissing({ compiles: isFirst || isUncompiled() })
    })
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error
    say(error.message)
    process.exit(1)
  }
}

/** A build that fails is said, and tried again by the next start; until then the node serves all but its pages. */
function goOnBeside() {
  say('Building the web application meanwhile; its pages open when it is there, in some seconds.')
  const program = join(root, 'scripts', 'setup', 'go-on.mjs')
  // In the group of the start: Ctrl-C ends both.
  const child = spawn(pinnedNode(root), [program], { cwd: root, stdio: ['ignore', 2, 2] })
  passOn(root, child.pid)
  child.unref()
}

/** With the packages installed. */
export async function makeWhatIsMissing({ compiles }) {
  if (!isWebCurrent(root)) await makeWeb()
  if (compiles) await compileServer()
}

async function makeWeb() {
  if (await buildWeb(root)) return
  throw new SetupFailure('The web application could not be built; the lines above say why.')
}

async function compileServer() {
  if (await succeeds(pinnedNode(root), [join(root, 'scripts', 'setup', 'compile.mjs'), root], root)) {
    // What Node makes of the files for itself is kept now, and not by the first start with them.
    await succeeds(join(root, 'bin', 'prospector'), ['serve'], root, { SETUP: 'load' })
    return
  }
  say('The server could not be compiled; the lines above say why. It runs from its sources, and takes longer to start.')
}

function isStamped(mode) {
  const stamp = readJson(stampPath)
  const covers = stamp?.mode === 'all' || stamp?.mode === mode
  return covers && stamp.lockDigest === lockDigest && stamp.platform === platform && existsSync(pinnedNode(root))
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
