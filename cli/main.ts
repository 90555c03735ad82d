/** The entry: compiled code is kept between runs, so that every start but the first takes a third of the time. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// For the threads that this process starts. Its own code is read in either case.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))
enableCompileCache(process.env.NODE_COMPILE_CACHE)

// Under `node --watch`, worker threads would report the modules they load in messages to us, between their own.
delete process.env.WATCH_REPORT_DEPENDENCIES

/** A reader such as `head` may stop before everything is printed; that is not a failure. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const { runCommand } = await import('./run.ts')
await runCommand(process.argv.slice(2))
