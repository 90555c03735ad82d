/**
 * Beside the first node, which answers without it: builds the web application, and once the node answers compiles the server for
 * the next start. It takes only the processor time that nobody else wants.
 */
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isServerCompiled } from './compiled-server.mjs'
import { oneAtATime, release, releaseAtExit, SetupFailure, say } from './host.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { makeWhatIsMissing } from './set-up.mjs'
import { succeeds } from './web.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const lookEveryMs = 1_000
/** After the web application is built. Without an answer by then the node has ended, or shares the processor with this. */
const waitMaxMs = 60_000

releaseAtExit(root)
setPriority(19)
try {
  await makeWhatIsMissing({ compiles: false })
  // Another start in this folder waits for nothing now, and compiles the server itself.
  release(root)
  await untilNodeAnswers()
  await oneAtATime(root, () => makeWhatIsMissing({ compiles: !isServerCompiled() }))
} catch (error) {
  if (!(error instanceof SetupFailure)) throw error
  say(error.message)
  process.exit(1)
}

async function untilNodeAnswers() {
  const isHealthy = () => succeeds(pinnedNode(root), [join(root, 'bin', 'healthy.mjs')], root)
  const until = performance.now() + waitMaxMs
  while (performance.now() < until && !(await isHealthy())) await pause(lookEveryMs)
}
