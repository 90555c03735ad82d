import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import chromiumPackage from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

export const viewports = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

const installed = createRequire(import.meta.url)
const chromiumFolder = dirname(dirname(installed.resolve('@sparticuz/chromium')))
const { version: chromiumVersion } = JSON.parse(readFileSync(join(chromiumFolder, 'package.json'), 'utf8')) as {
  version: string
}

/** Without the package's own arguments: they switch web security off, which is what the tests are there to see at work. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await unpackBrowser(),
    // Nothing here has a screen to draw on: a process for drawing would only be one more to start and to talk to.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--in-process-gpu'],
  })
}

let shared: Promise<Browser> | undefined

/**
 * One browser for all files of a worker, each visit with a profile of its own. Not one for all workers: they would share a
 * clipboard. It ends with its worker, whose pipe it listens to.
 */
export async function shareBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined)
  if (!running?.isConnected()) shared = launchBrowser()
  return shared!
}

/**
 * The package unpacks its browser into the folder for temporary files. Two workers must not do that over each other, so
 * each unpacks into a folder of its own, and the first to finish moves it to where all of them look.
 */
async function unpackBrowser(): Promise<string> {
  const shared = join(tmpdir(), `prospector-chromium-${chromiumVersion}`)
  const program = join(shared, 'chromium')
  if (existsSync(program)) return program
  const own = mkdtempSync(join(tmpdir(), 'prospector-chromium-'))
  const before = process.env.TMPDIR
  process.env.TMPDIR = own
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
