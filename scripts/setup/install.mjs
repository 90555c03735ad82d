/**
 * Installs a package's dependencies into a staging folder, then moves them into place: an installation that breaks off
 * leaves the old one whole, and a server that runs from the folder never sees it empty.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'

export const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** What a mode installs: for production neither development packages nor those that optional peers would bring in. */
const isWanted = (mode, entry) => mode === 'all' || !(entry.dev || entry.devOptional)

/** Looks at the packages themselves: npm's own list of them is also rewritten by commands that install nothing. */
export function isInstalled(folder, mode) {
  const { packages } = readJson(join(folder, 'package-lock.json'))
  return Object.entries(packages).every(([path, wanted]) => {
    if (path === '' || !isWanted(mode, wanted)) return true
    const installed = readJson(join(folder, path, 'package.json'))
    // Optional packages of other platforms are rightly absent.
    if (!installed) return Boolean(wanted.optional || wanted.devOptional)
    return installed.version === wanted.version
  })
}

/** Installs what `folder/package-lock.json` lists into `folder/node_modules`, or into that of another folder. */
export async function install(folder, mode, into = folder) {
  const staging = join(into, 'node_modules', '.staging')
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true })
  const kinds = [mode === 'all' ? '--include=dev' : '--omit=dev', '--include=optional']
  // No install script is needed, so none is trusted: PostgreSQL's libraries are linked and Node is fetched by ourselves.
  const ci = () => npm(['ci', '--ignore-scripts', ...kinds], { cwd: staging })
  const registry = (await npm(['config', 'get', 'registry'], { cwd: staging })).trim().replace(/\/+$/, '')
  writePackage(folder, staging, mode, { registry })
  try {
    await ci()
  } catch (error) {
    // A registry that keeps its files elsewhere is asked where.
    if (!['E400', 'E401', 'E403', 'E404', 'E405'].includes(error.code)) throw error
    writePackage(folder, staging, mode, {})
    await ci()
  }
  moveIntoPlace(join(staging, 'node_modules'), join(into, 'node_modules'))
  rmSync(staging, { recursive: true, force: true })
}

/**
 * The lock file names no registry. npm would ask it for the description of every package just to learn the address of a
 * file, about a quarter of the work; the address follows npm's convention.
 */
function writePackage(folder, staging, mode, { registry }) {
  const manifest = readJson(join(folder, 'package.json'))
  const lock = readJson(join(folder, 'package-lock.json'))
  if (mode === 'production') {
    delete manifest.devDependencies
    delete lock.packages[''].devDependencies
  }
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue
    if (!isWanted(mode, entry)) delete lock.packages[path]
    else if (registry && !entry.inBundle)
      entry.resolved = addressOf(registry, path.split('node_modules/').pop(), entry.version)
  }
  writeFileSync(join(staging, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(staging, 'package-lock.json'), JSON.stringify(lock))
}

const addressOf = (registry, name, version) => `${registry}/${name}/-/${name.split('/').pop()}-${version}.tgz`

/** npm's own entries are replaced; caches and stamps, which begin with a dot too, stay. */
function moveIntoPlace(staged, modules) {
  const replaced = join(staged, '..', 'replaced')
  mkdirSync(replaced)
  const isPackage = (name) => !name.startsWith('.') || name === '.bin' || name === '.package-lock.json'
  const fresh = existsSync(staged) ? readdirSync(staged).filter(isPackage) : []
  for (const name of new Set([...fresh, ...readdirSync(modules).filter(isPackage)])) {
    if (existsSync(join(modules, name))) renameSync(join(modules, name), join(replaced, name))
    if (fresh.includes(name)) renameSync(join(staged, name), join(modules, name))
  }
}
