/** Real people in a real browser: the whole application on a port, Chromium from an npm package, and what it complains about. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { demoCatalogue } from '../../src/catalog/demo/catalogue.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { webApplicationFolder } from '../../src/http/web-application.ts'
import { randomLetters } from '../../src/ids.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { findFreePort } from '../support/browser.ts'
import { launchBrowser, viewports } from './chromium.ts'

export type Stage = TestApp & {
  url: string
  browser: Browser
  /** The email of somebody who owns an account of their own. */
  createOwner(draft?: Parameters<TestApp['createAccount']>[0]): Promise<string>
  /** A person with a fresh profile of their own. `complaints` collects what a browser should never have to say. */
  visit(options?: VisitOptions): Promise<Visit>
}

export type VisitOptions = { theme?: 'light' | 'dark'; device?: 'desktop' | 'phone' }
export type Visit = {
  page: Page
  complaints: string[]
  signIn(email: string, password?: string): Promise<void>
  leave(): Promise<void>
}

const installed = createRequire(import.meta.url)
const axeSource = readFileSync(installed.resolve('axe-core/axe.min.js'), 'utf8')

export const password = 'correct horse battery staple'

/** The demo catalogue, small: every page has something to show. */
export async function setStage({ stores = 200 }: { stores?: number } = {}): Promise<Stage> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const test = await startTestApp({ publicUrl: url, webFolder: webApplicationFolder })
  await importCatalogue(test.store.database, {
    source: readRecords(demoCatalogue({ stores, seed: 7 }), 'demo'),
    channelKeys: test.app.channelKeys,
  })
  await test.app.start()
  await test.app.http.server.listen({ port, host: 'localhost' })
  const browser = await launchBrowser()
  return {
    ...test,
    url,
    browser,
    async createOwner(draft) {
      const email = `${randomLetters(10).toLowerCase()}@owner.example`
      await test.createAccount({ ...draft, email, password })
      return email
    },
    visit: (options) => visit(browser, url, options),
    stop: async () => {
      await browser.close()
      await test.stop()
    },
  }
}

async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const { theme = 'light', device = 'desktop' } = options
  const context = await browser.newContext({
    baseURL: url,
    viewport: viewports[device],
    colorScheme: theme,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== url && protocol !== 'data:' && protocol !== 'blob:')
      complaints.push(`left the origin: ${request.url()}`)
  })
  return {
    page,
    complaints,
    async signIn(email, given = password) {
      await page.goto('/sign-in')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(given)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL('**/contacts')
      await page.getByTestId('total').waitFor()
    },
    leave: () => context.close(),
  }
}

type Finding = { id: string; nodes: { target: string[]; failureSummary: string }[] }

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on the page as it stands, a line each. It comes in through the protocol: the page's own policy stays. */
export async function auditPage(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  const findings = await page.evaluate<Finding[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => violations)`,
  )
  return findings.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`),
  )
}
