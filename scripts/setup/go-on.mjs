/**
 * Beside the first node, which answers without it: builds the web application, then compiles the server for the next start. It takes
 * only the processor time that nobody else wants.
 */
import { setPriority } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { releaseAtExit, SetupFailure, say } from './host.mjs'
import { makeWhatIsMissing } from './set-up.mjs'

releaseAtExit(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
setPriority(19)
try {
  await makeWhatIsMissing({ compiles: true })
} catch (error) {
  if (!(error instanceof SetupFailure)) throw error
  say(error.message)
  process.exit(1)
}
