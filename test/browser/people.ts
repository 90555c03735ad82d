/** Real people in a real browser: the whole application on a port, Chromium from an npm package, and what it complains about. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { demoCatalogue } from '../../src/catalog/demo/catalogue.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { webApplicationFolder } from '../../src/http/web-application.ts'
import { randomLetters } from '../../src/ids.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { findFreePort } from '../support/browser.ts'
import { shareBrowser, viewports } from './chromium.ts'

export type Stage = TestApp & {
  url: string
  browser: Browser
  /** The email of somebody who owns an account of their own. */
  createOwner(draft?: Parameters<TestApp['createAccount']>[0]): Promise<string>
  /** A person with a fresh profile of their own. `complaints` collects what a browser should never have to say. */
  visit(options?: VisitOptions): Promise<Visit>
}

type VisitOptions = { theme?: 'light' | 'dark'; device?: 'desktop' | 'phone' }
export type Visit = {
  page: Page
  complaints: string[]
  /** Past the form, which has tests of its own, to the first page behind it. */
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
  const browser = await shareBrowser()
  const contexts: BrowserContext[] = []
  return {
    ...test,
    url,
    browser,
    async createOwner(draft) {
      const email = `${randomLetters(10).toLowerCase()}@owner.example`
      await test.createAccount({ ...draft, email, password })
      return email
    },
    visit: async (options = {}) => {
      const context = await openProfile(browser, url, options)
      contexts.push(context)
      return visit(context, url)
    },
    stop: async () => {
      for (const context of contexts) await context.close()
      await test.stop()
    },
  }
}

async function openProfile(browser: Browser, url: string, options: VisitOptions): Promise<BrowserContext> {
  const { theme = 'light', device = 'desktop' } = options
  const context = await browser.newContext({
    baseURL: url,
    viewport: viewports[device],
    colorScheme: theme,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  return context
}

async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint && !isExpectedRefusal(message.text())) complaints.push(`console: ${message.text()}`)
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
      const sent = { data: { email, password: given }, headers: { origin: url } }
      const answer = await context.request.post('/auth/sign-in/email', sent)
      if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`)
      await page.goto('/contacts')
      await page.getByTestId('total').waitFor()
    },
    leave: () => context.close(),
  }
}

/** The browser reports every 4xx. A refusal for want of credits or of a plan is an answer like any other. */
const isExpectedRefusal = (text: string): boolean =>
  /^Failed to load resource: the server responded with a status of (402|403)\b/.test(text)

/** What has the focus, by its label or its text; `nothing` when the focus was lost. */
export const focusOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`(({ activeElement: has }) =>
    has === document.body ? 'nothing' : has.ariaLabel ?? has.dataset.row ?? has.innerText)(document)`)

type Finding = { id: string; nodes: { target: string[]; failureSummary: string }[] }

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on the page as it stands, a line each. It comes in through the protocol: the page's own policy stays. */
export async function auditPage(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource)
  const findings = await page.evaluate<Finding[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )
  return findings.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`),
  )
}
