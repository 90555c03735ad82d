/**
 * Installs a package's dependencies into a staging folder, then moves them into place: an installation that breaks off
 * leaves the old one whole, and a server that runs from the folder never sees it empty.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isForThisMachine } from './host.mjs'
import { addressOf, installDirectly } from './install-directly.mjs'
import { npm, readNpmSettings } from './npm.mjs'
import { dropUnneeded } from './pinned-node.mjs'

export const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** What a mode installs: for production neither development packages nor those that optional peers would bring in, nor their parts. */
function select(packages, mode) {
  if (mode === 'all') return packages
  const kept = Object.entries(packages).filter(([, entry]) => !(entry.dev || entry.devOptional))
  const asked = new Set(
    kept.flatMap(([, entry]) => Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })),
  )
  const isAsked = ([path, { optional }]) => !optional || asked.has(nameAt(path))
  return Object.fromEntries(kept.filter(isAsked))
}

const nameAt = (path) => path.split('node_modules/').pop()

/** Looks at the packages themselves: npm's own list of them is also rewritten by commands that install nothing. */
export function isInstalled(folder, mode) {
  const { packages } = readJson(join(folder, 'package-lock.json'))
  return Object.entries(select(packages, mode)).every(([path, wanted]) => {
    if (path === '') return true
    const installed = readJson(join(folder, path, 'package.json'))
    if (!installed) return !isForThisMachine(wanted)
    return installed.version === wanted.version
  })
}

/** Installs what `folder/package-lock.json` lists into `folder/node_modules`, or into that of another folder. */
export async function install(folder, mode, into = folder) {
  const staging = join(into, 'node_modules', '.staging')
  const settings = await readNpmSettings()
  const manifest = readJson(join(folder, 'package.json'))
  const lock = readJson(join(folder, 'package-lock.json'))
  lock.packages = select(lock.packages, mode)
  empty(staging)
  try {
    await installDirectly(lock, staging, { settings, mode })
  } catch {
    // Whatever it was, npm either knows how to do it or says in its own words what is wrong.
    empty(staging)
    await installByNpm({ manifest, lock, mode, staging, registry: settings.registry })
  }
  moveIntoPlace(join(staging, 'node_modules'), join(into, 'node_modules'))
  rmSync(staging, { recursive: true, force: true })
}

function empty(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

async function installByNpm({ manifest, lock, mode, staging, registry }) {
  if (mode === 'production') {
    delete manifest.devDependencies
    delete lock.packages[''].devDependencies
  }
  const kinds = [mode === 'all' ? '--include=dev' : '--omit=dev', '--include=optional']
  // No install script is needed, so none is trusted: PostgreSQL's libraries are linked by ourselves.
  const ci = () => npm(['ci', '--ignore-scripts', ...kinds], { cwd: staging })
  writeFileSync(join(staging, 'package.json'), JSON.stringify(manifest))
  writeLock(lock, staging, registry.replace(/\/+$/, ''))
  try {
    await ci()
  } catch (error) {
    // A registry that keeps its files elsewhere is asked where.
    if (!['E400', 'E401', 'E403', 'E404', 'E405'].includes(error.code)) throw error
    writeLock(lock, staging, null)
    await ci()
  }
  dropUnneeded(staging)
}

/**
 * The lock file names no registry. npm would ask it for the description of every package just to learn the address of a
 * file, about a quarter of the work.
 */
function writeLock(lock, staging, registry) {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    if (path === '' || entry.inBundle || registry === null) return [path, entry]
    return [path, { ...entry, resolved: addressOf(registry, nameAt(path), entry.version) }]
  })
  writeFileSync(join(staging, 'package-lock.json'), JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }))
}

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
