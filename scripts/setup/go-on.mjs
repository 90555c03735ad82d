/**
 * Beside the first node, which answers without it: builds the web application, and once the node answers compiles the server for
 * the next start. It takes only the processor time that nobody else wants.
 */
import { setPriority } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isReady } from '../../bin/healthy.mjs'
import { isServerCompiled } from './compiled-server.mjs'
import { oneAtATime, release, releaseAtExit, SetupFailure, say } from './host.mjs'
import { makeWhatIsMissing } from './set-up.mjs'

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
  const until = performance.now() + waitMaxMs
  while (performance.now() < until && !(await isReady())) await pause(lookEveryMs)
}
