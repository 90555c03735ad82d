/**
 * Builds the web application when its sources are not those of the last build. Plain JavaScript without dependencies:
 * it is part of the setup, which any Node from 20 on runs.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const built = (root) => join(root, 'web', 'dist')
const stampOf = (root) => join(built(root), '.sources')

/** Over names and contents, so that a checkout that only touches times builds nothing. */
function hashSources(root) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const files = readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath ?? file.path, file.name))
    .filter((path) => !path.startsWith(built(root)))
    .sort()
  for (const path of files) hash.update(`\0${path.slice(root.length)}\0`).update(readFileSync(path))
  return hash.digest('hex')
}

export function isWebCurrent(root) {
  if (!existsSync(stampOf(root)) || !existsSync(join(built(root), 'index.html'))) return false
  return readFileSync(stampOf(root), 'utf8') === hashSources(root)
}

/** Returns whether the build is there. Without it the service works, except for its pages. */
export function buildWeb(root) {
  const sources = hashSources(root)
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(
    join(root, 'node_modules', '.bin', 'node'),
    [vite, 'build', 'web', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
    },
  )
  if (status !== 0) return false
  writeFileSync(stampOf(root), sources)
  return true
}
