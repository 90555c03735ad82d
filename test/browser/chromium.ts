import { type Browser, chromium } from 'playwright-core'
import { findBrowser, noBrowser } from '../support/find-browser.ts'
import { thisMachine } from '../support/this-machine.ts'

export const viewports = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** As people have it, but for the screen. Web security stays on: the tests are there to see it at work. */
export async function launchBrowser(savings: readonly string[] = []): Promise<Browser> {
  const executablePath = await findBrowser(thisMachine())
  if (!executablePath) throw new Error(noBrowser)
  return chromium.launch({
    executablePath,
    // Nothing here has a screen to draw on: a process for drawing would only be one more to start and to talk to. All pages
    // of a profile are of one application, so they share one process too.
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--in-process-gpu',
      '--process-per-site',
      '--renderer-process-limit=1',
      ...savings,
    ],
  })
}

/** Pages of tests live for seconds: code does not run often enough to be worth optimising (an eighth of the browser's time). */
const savingsOfTests = ['--num-raster-threads=1', '--js-flags=--no-opt --no-maglev']

let shared: Promise<Browser> | undefined

/**
 * One browser for all files of a worker, each visit with a profile of its own. Not one for all workers: they would share a
 * clipboard. It ends with its worker, whose pipe it listens to.
 */
export async function shareBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined)
  if (!running?.isConnected()) shared = launchBrowser(savingsOfTests)
  return shared!
}
