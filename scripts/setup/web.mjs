/** Builds the web application, and the packages that the docs hand out, when their sources are not those of the last build. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode } from './pinned-node.mjs'

const built = (root) => join(root, 'web', 'dist')
const stampOf = (root) => join(built(root), '.sources')

/** Over names and contents, so that a checkout that only changes times builds nothing. */
function hashSources(root) {
  const hash = createHash('sha256')
  const clients = ['sdk', 'sdk-python', 'integrations/n8n', 'scripts/packages'].flatMap((path) =>
    filesIn(join(root, path), ['dist', '__pycache__']),
  )
  const files = [...filesIn(join(root, 'web'), ['dist', 'node_modules']), ...clients]
  for (const path of files) hash.update(`\0${path.slice(root.length)}\0`).update(readFileSync(path))
  return hash.digest('hex')
}

function filesIn(folder, except = []) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !except.includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name), except) : [join(folder, entry.name)]))
}

export const isWebBuilt = (root) => existsSync(join(built(root), 'index.html'))

export function isWebCurrent(root) {
  if (!existsSync(stampOf(root)) || !isWebBuilt(root)) return false
  return readFileSync(stampOf(root), 'utf8') === hashSources(root)
}

/** Whether the program ended well. Standard output belongs to the command that needed the setup. */
export function succeeds(program, words, cwd, env = {}) {
  const child = spawn(program, words, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 2, 2] })
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 0)).once('error', () => resolve(false))
  })
}

/**
 * Returns whether the build succeeded. The service works without it, except for its pages. It is moved into place when it is
 * complete: a node that runs meanwhile never finds half of one.
 */
export async function buildWeb(root, program = pinnedNode(root)) {
  const sources = hashSources(root)
  const modules = join(root, 'web', 'node_modules')
  const [draft, before] = [join(modules, '.built'), join(modules, '.built-before')]
  const vite = join(modules, 'vite', 'bin', 'vite.js')
  if (!(await succeeds(program, [vite, 'build', 'web', '--outDir', draft, '--logLevel', 'warn'], root))) return false
  // The clients in TypeScript and Python, which the docs hand out.
  const maker = join(root, 'scripts', 'packages', 'make.mjs')
  if (!(await succeeds(program, [maker, join(draft, 'packages')], root))) return false
  writeFileSync(join(draft, '.sources'), sources)
  rmSync(before, { recursive: true, force: true })
  if (existsSync(built(root))) renameSync(built(root), before)
  renameSync(draft, built(root))
  rmSync(before, { recursive: true, force: true })
  return true
}
