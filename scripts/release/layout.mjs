/**
 * Lays out what a machine needs to run Prospector: the server, the built web application, production dependencies and
 * the pinned Node. The release archive and the container image are made from this folder.
 *
 *   node scripts/release/layout.mjs FOLDER
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBundler } from '../setup/compiled-server.mjs'
import { checkPlatform, SetupFailure } from '../setup/host.mjs'
import { install, isInstalled, readJson } from '../setup/install.mjs'
import { checkPinnedNode, pinnedNode } from '../setup/pinned-node.mjs'
import { buildWeb, isWebCurrent } from '../setup/web.mjs'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const copied = ['bin', 'cli', 'src', 'migrations', 'web/dist', 'LICENSE', 'CHANGELOG.md']
const isForDevelopers = /(\.test\.tsx?|-fixture\.ts|README\.md|\.sources)$/

export async function layOut(folder) {
  checkPlatform()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  await install(root, 'production', folder)
  checkPinnedNode(folder)
  await provideWeb(pinnedNode(folder))
  for (const path of copied) {
    const filter = (source) => !isForDevelopers.test(source)
    cpSync(join(root, path), join(folder, path), { recursive: true, filter })
  }
  const { devDependencies, scripts, allowScripts, ...manifest } = readJson(join(root, 'package.json'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  compileServer(folder)
  linkLibraries(folder)
  setModes(folder)
}

/** An old web/dist is never used: only a build of these sources will do. */
async function provideWeb(program) {
  const web = join(root, 'web')
  if (!findBundler() && !isInstalled(web, 'production')) await install(web, 'production')
  if (isWebCurrent(root)) return
  if (!isInstalled(web, 'production')) await install(web, 'production')
  if (!(await buildWeb(root, program)))
    throw new SetupFailure('The web application could not be built; the lines above say why.')
}

/** Of the sources and packages in the folder, by the bundler of the web application. */
function compileServer(folder) {
  const compile = join(root, 'scripts', 'setup', 'compile.mjs')
  execFileSync(join(folder, 'node_modules', '.bin', 'node'), [compile, folder], { stdio: 'inherit' })
}

/** PostgreSQL's libraries are linked at the first start, which can't happen in a folder that is read-only. */
function linkLibraries(folder) {
  const binaries = join(folder, 'src', 'db', 'embedded', 'binaries.ts')
  const program = `
    const { findNativeDirectory, prepareBinaries } = await import(${JSON.stringify(binaries)})
    await prepareBinaries(findNativeDirectory(), undefined, '')`
  execFileSync(join(folder, 'node_modules', '.bin', 'node'), ['--input-type=module', '-e', program])
}

/** Whatever the umask was: programs may be run and everything may be read by everybody, and nothing changed. */
function setModes(path) {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return
  chmodSync(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644)
  if (found.isDirectory()) for (const name of readdirSync(path)) setModes(join(path, name))
}

if (process.argv[1] && basename(process.argv[1]) === 'layout.mjs') {
  const folder = process.argv[2]
  if (!folder || (existsSync(folder) && readdirSync(folder).length > 0)) {
    console.error('Usage: node scripts/release/layout.mjs FOLDER, where FOLDER is new or empty.')
    process.exit(2)
  }
  await layOut(resolve(folder))
}
