import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBrowser, type Machine, provideBrowser } from './find-browser.ts'
import { thisMachine } from './this-machine.ts'

/** A machine on which nothing is installed and nothing can be; `steps` lists what was tried there. */
function bareMachine(changes: Partial<Machine> = {}): Machine & { steps: string[]; working: Set<string> } {
  const steps: string[] = []
  const working = new Set<string>()
  const unreachable = (step: string): boolean => {
    steps.push(step)
    return false
  }
  return {
    steps,
    working,
    platform: 'linux-arm64',
    chosen: undefined,
    isRoot: false,
    distribution: 'debian',
    locate: (name) => (working.has(`/usr/bin/${name}`) ? `/usr/bin/${name}` : undefined),
    runs: (program) => working.has(program),
    unpackPackaged: async () => {
      steps.push('unpack')
      return '/tmp/packaged'
    },
    playwrightProgram: '/home/playwright/chrome',
    playwright: (...args) => unreachable(`playwright ${args.join(' ')}`),
    aptInstall: (name) => unreachable(`apt ${name}`),
    ...changes,
  }
}

describe('the browser of the tests', () => {
  it('is the chosen one, and nothing else when that one does not start', async () => {
    const machine = bareMachine({ chosen: '/opt/chrome' })
    machine.working.add('/usr/bin/chromium')
    await expect(provideBrowser(machine)).rejects.toThrow('TEST_BROWSER is /opt/chrome, which does not start here')
    machine.working.add('/opt/chrome')
    expect(await provideBrowser(machine)).toBe('/opt/chrome')
    expect(machine.steps).toEqual([])
  })

  it.each([
    ['linux-arm64', '/usr/bin/chromium'],
    ['linux-x64', '/usr/bin/google-chrome'],
    ['darwin-arm64', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ])('on %s is an installed one before any other', async (platform, program) => {
    const machine = bareMachine({ platform })
    for (const works of [program, '/tmp/packaged', machine.playwrightProgram]) machine.working.add(works)
    expect(await provideBrowser(machine)).toBe(program)
    expect(machine.steps).toEqual([])
  })

  it('is the packaged one on x64 Linux when none is installed', async () => {
    const machine = bareMachine({ platform: 'linux-x64' })
    machine.working.add('/tmp/packaged')
    expect(await provideBrowser(machine)).toBe('/tmp/packaged')
  })

  it.each(['linux-arm64', 'darwin-x64', 'darwin-arm64'])('on %s is never the packaged one', async (platform) => {
    const machine = bareMachine({ platform, isRoot: true })
    machine.working.add('/tmp/packaged')
    await expect(provideBrowser(machine)).rejects.toThrow('Install Chromium')
    expect(machine.steps).not.toContain('unpack')
  })

  it('is downloaded by Playwright where the network allows', async () => {
    const machine = bareMachine({ isRoot: true })
    machine.playwright = (...args) => {
      machine.steps.push(`playwright ${args.join(' ')}`)
      machine.working.add(machine.playwrightProgram)
      return true
    }
    expect(await provideBrowser(machine)).toBe(machine.playwrightProgram)
    expect(await findBrowser(machine)).toBe(machine.playwrightProgram)
    expect(machine.steps).toEqual(['playwright install --no-shell chromium'])
  })

  it.each([
    ['chromium-headless-shell', ['apt chromium-headless-shell']],
    ['chromium', ['apt chromium-headless-shell', 'apt chromium']],
  ])(
    "comes from Debian's package manager, as %s, when the download fails and the tests run as root",
    async (has, tried) => {
      const machine = bareMachine({ isRoot: true })
      machine.aptInstall = (name) => {
        machine.steps.push(`apt ${name}`)
        if (name === has) machine.working.add(`/usr/bin/${name}`)
        return name === has
      }
      expect(await provideBrowser(machine)).toBe(`/usr/bin/${has}`)
      expect(machine.steps).toEqual(['playwright install --no-shell chromium', ...tried])
    },
  )

  it("on Ubuntu needs only the download's libraries from the package manager", async () => {
    const machine = bareMachine({ isRoot: true, distribution: 'ubuntu' })
    machine.playwright = (verb) => {
      machine.steps.push(verb!)
      if (verb === 'install-deps') machine.working.add(machine.playwrightProgram)
      return true
    }
    expect(await provideBrowser(machine)).toBe(machine.playwrightProgram)
    expect(machine.steps).toEqual(['install', 'install-deps'])
  })

  it.each([{ isRoot: false }, { isRoot: true, distribution: 'alpine' }, { isRoot: true, distribution: undefined }])(
    'is asked for in one line when none can be had: %o',
    async (changes) => {
      const machine = bareMachine(changes)
      const refusal = await provideBrowser(machine).catch((error: Error) => error.message)
      expect(refusal).toMatch(/^The browser tests found no browser\. Install Chromium.*TEST_BROWSER.*$/)
      expect(machine.steps).toEqual(['playwright install --no-shell chromium'])
    },
  )
})

describe('this machine', () => {
  it('does not take a program for another processor, a broken one or a missing one for a browser', () => {
    const folder = mkdtempSync(join(tmpdir(), 'prospector-browser-'))
    const foreign = join(folder, 'foreign')
    // The head of a program for a processor that no machine has: shells would try to read it as a script.
    writeFileSync(foreign, Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(57, 0xff)]), { mode: 0o755 })
    const broken = join(folder, 'broken')
    writeFileSync(broken, '#!/bin/sh\nexit 127\n', { mode: 0o755 })
    const { runs } = thisMachine()
    expect([foreign, broken, join(folder, 'missing')].filter(runs)).toEqual([])
    rmSync(folder, { recursive: true })
    expect(existsSync(folder)).toBe(false)
  })
})
