import type { Browser, BrowserContext } from 'playwright-core'
import { screen } from './screen.ts'

/**
 * Profiles are used again. A new one starts a process, which reads and compiles the whole application: 2.5 seconds of
 * processor time, against 0.7 in a process that did it before. What a person leaves in one (pages, cookies, storage) is
 * removed before the next person has it; the cached files of the application stay.
 */
export function createProfiles(browser: Browser, url: string) {
  const free: BrowserContext[] = []
  const taken = new Set<BrowserContext>()
  return {
    async take(isFirst: boolean): Promise<BrowserContext> {
      const context = (isFirst ? undefined : free.pop()) ?? (await openProfile(browser, url))
      taken.add(context)
      return context
    },
    async giveBack(context: BrowserContext): Promise<void> {
      taken.delete(context)
      const [keeper, ...pages] = context.pages()
      for (const page of pages) await page.close()
      const devtools = await context.newCDPSession(keeper!)
      await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' })
      await devtools.detach()
      await context.clearCookies()
      await context.setOffline(false)
      free.push(context)
    },
    /** What a failed test leaves behind may be in any state. */
    async closeTaken(): Promise<void> {
      for (const context of taken) await context.close()
      taken.clear()
    },
  }
}

async function openProfile(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: screen.theme,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  // The process ends with its last page. This one, which shows an icon and runs no script, stays.
  await (await context.newPage()).goto('/icon.svg')
  return context
}
