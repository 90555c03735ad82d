/** People with a real browser in front of the whole application on a port, and what the browser complains about. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { randomLetters } from '../../src/base/ids.ts'
import { plantHistory } from '../../src/catalog/demo-history.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { demoCatalogue, demoNames } from '../../src/demo/catalogue.ts'
import { webApplicationFolder } from '../../src/http/web-application.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { findFreePort } from '../support/browser.ts'
import { type HubspotSimulator, startHubspot } from '../support/hubspot-simulator.ts'
import { shareBrowser, viewports } from './chromium.ts'
import { createProfiles } from './profiles.ts'
import { screen, themesOfAudit } from './screen.ts'

export type Stage = Omit<TestApp, 'stop'> & {
  url: string
  browser: Browser
  hubspot: HubspotSimulator
  /** The email of somebody who owns an account of their own. */
  createOwner(draft?: Parameters<TestApp['createAccount']>[0]): Promise<string>
  /** A person with a profile of their own. `complaints` collects what a browser should never have to say. */
  visit(options?: VisitOptions): Promise<Visit>
  /** Ends the visits of a test file. The application goes on for the next one. */
  close(): Promise<void>
}

/** `isFirst`: nothing of the application is in the browser's cache yet. `isOnPhone`: whatever the screen of this run is. */
type VisitOptions = { isOnPhone?: boolean; isFirst?: boolean }
export type Visit = {
  page: Page
  complaints: string[]
  /** Past the form, which has tests of its own, to the first page behind it, with all its data. */
  signIn(email: string, password?: string): Promise<void>
  /** The same, but opens no page. */
  enter(email: string, password?: string): Promise<void>
  /** Opens a page and waits until it has all its data: every request is answered and no skeleton is left. */
  open(address: string): Promise<void>
  /** The same from within the application, as a link in it would: nothing is loaded anew. */
  follow(address: string): Promise<void>
  /** Fails if the browser complained, in any tab, of anything but what the test did on purpose, or if an audit of this run found something. */
  leave(onPurpose?: RegExp): Promise<void>
}

const installed = createRequire(import.meta.url)
const axeSource = readFileSync(installed.resolve('axe-core/axe.min.js'), 'utf8')

export const password = 'correct horse battery staple'

let shared: Promise<Stage> | undefined

/**
 * One application and one small demo catalogue for all files of a worker: every page has something to show. Tests do not
 * see each other, because each has an account of its own. They end with their worker.
 */
export function openStage(): Promise<Stage> {
  shared ??= setStage()
  return shared
}

async function setStage(): Promise<Stage> {
  if (!existsSync(`${webApplicationFolder}index.html`)) {
    throw new Error('The web application is not built. Run node scripts/setup.mjs, then the tests again.')
  }
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  // Visits sign in from addresses of their own: sign-ins are limited by address.
  const hubspot = await startHubspot()
  const test = await startTestApp({
    publicUrl: url,
    hubspot: hubspot.ends,
    webFolder: webApplicationFolder,
    trustedProxies: ['127.0.0.1', '::1'],
    privacy: {
      contact: 'privacy@operator.example',
      name: 'Operator GmbH',
      automatic: false,
      recipients: 'category',
      texts: {},
    },
  })
  await importCatalogue(test.store.database, {
    source: readRecords(demoCatalogue({ stores: 200, seed: 7, now: new Date() }), 'demo'),
    channelKeys: test.app.channelKeys,
  })
  await plantHistory(test.store.database, demoNames)
  await test.app.start()
  await test.app.http.server.listen({ port, host: 'localhost' })
  const profiles = createProfiles(await shareBrowser(), url)
  const { stop, ...application } = test
  return {
    ...application,
    url,
    hubspot,
    browser: await shareBrowser(),
    async createOwner(draft) {
      const email = newEmail('owner')
      await test.createAccount({ ...draft, email, password })
      return email
    },
    visit: async ({ isFirst = false, isOnPhone = false } = {}) => {
      const context = await profiles.take(isFirst)
      const { end, ...visit } = await openVisit(context, url)
      await visit.page.setViewportSize(isOnPhone ? viewports.phone : screen)
      const leave = async (onPurpose?: RegExp) => {
        const findings = await end()
        await profiles.giveBack(context)
        expect(visit.complaints.filter((complaint) => !onPurpose?.test(complaint))).toEqual([])
        expect(findings).toEqual([])
      }
      return { ...visit, leave }
    },
    close: async () => {
      await profiles.closeTaken()
      test.expectDescribedReplies()
    },
  }
}

/** A new one each time: a test that is run again must not meet what its first run left. */
export const newEmail = (name: string): string => `${randomLetters(10).toLowerCase()}@${name}.example`

type OpenVisit = Omit<Visit, 'leave'> & { /** What axe found on the pages of the visit. */ end(): Promise<string[]> }

async function openVisit(context: BrowserContext, url: string): Promise<OpenVisit> {
  const complaints: string[] = []
  const findings: string[] = []
  /** Also the tabs that a test opens next to the first one. */
  const listen = (tab: Page): void => {
    tab.on('console', (message) => {
      const isComplaint = message.type() === 'error' || message.type() === 'warning'
      if (isComplaint && !isExpectedRefusal(message.text())) complaints.push(`console: ${message.text()}`)
    })
    tab.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
    tab.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== url && protocol !== 'data:' && protocol !== 'blob:')
        complaints.push(`left the origin: ${request.url()}`)
    })
  }
  context.on('page', listen)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const unanswered = new Set<Request>()
  page.on('request', (request) => unanswered.add(request))
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))

  async function enter(email: string, given = password): Promise<void> {
    const headers = { origin: url, 'x-forwarded-for': [10, ...randomBytes(3)].join('.') }
    const answer = await context.request.post('/auth/sign-in/email', { data: { email, password: given }, headers })
    if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`)
  }

  async function open(address: string): Promise<void> {
    unanswered.clear()
    await page.goto(address)
    await untilQuiet()
    await audit()
  }

  /**
   * Where journeys are run on several screens, every page that they open is audited, and the last one as they leave it, unless
   * all that is on it was audited before: most of a run were audits of the same pages.
   */
  async function audit(): Promise<void> {
    if (!screen.isOneOfSeveral || page.isClosed() || !page.url().startsWith(url)) return
    // A page that a test has just come to is drawn first: all of them have a main part.
    await page.locator('main').first().waitFor({ state: 'attached' })
    const kinds = await page.evaluate<string[]>(kindsOfElements)
    if (kinds.every((kind) => auditedKinds.has(kind))) return
    for (const kind of kinds) auditedKinds.add(kind)
    findings.push(...(await auditPage(page)).map((finding) => `${page.url()}: ${finding}`))
  }

  async function follow(address: string): Promise<void> {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
    await untilQuiet()
  }

  async function untilQuiet(): Promise<void> {
    // Looks a few times with a frame between them: an answer can lead to the next request.
    for (let quiet = 0; quiet < 3; ) {
      const skeletons = await page.evaluate<number>(nextFrameSkeletons)
      quiet = unanswered.size === 0 && skeletons === 0 ? quiet + 1 : 0
    }
  }

  return {
    page,
    complaints,
    enter,
    async signIn(email, given) {
      await enter(email, given)
      await open('/contacts')
      await page.getByTestId('total').waitFor()
    },
    open,
    follow,
    async end() {
      await audit()
      context.off('page', listen)
      return findings
    },
  }
}

/** What this worker has audited, on its one screen. */
const auditedKinds = new Set<string>()

/** What decides about a finding, without the words: the tag, the classes, the attributes and whether there is text, of elements and their parents. */
const kindsOfElements = `(() => {
  const kindOf = (element) => [
    element.tagName, element.getAttribute('class'), element.getAttribute('role'), element.getAttribute('type'), element.childElementCount === 0 && element.textContent !== '',
    ...[...element.attributes].filter(({ name, value }) => value !== '').map(({ name }) => name).sort(),
  ].join(' ')
  return [...new Set([...document.body.querySelectorAll('*')].map((element) => kindOf(element.parentElement) + ' > ' + kindOf(element)))]
})()`

const nextFrameSkeletons = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() =>
  resolve(document.querySelectorAll('.pulse-soft').length), 5)))`

/** The browser reports every 4xx. A refusal for want of credits or of a plan is an answer like any other. */
const isExpectedRefusal = (text: string): boolean =>
  /^Failed to load resource: the server responded with a status of (402|403)\b/.test(text)

/** What has the focus, by its label or its text; `nothing` when the focus was lost. */
export const focusOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`(({ activeElement: has }) =>
    has === document.body ? 'nothing' : has.ariaLabel ?? has.dataset.row ?? has.innerText)(document)`)

type Finding = { id: string; nodes: { target: string[]; failureSummary: string }[] }

const everyRule = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** The rules that look at colours. The elements are the same in both themes, and so is all that other rules see. */
const colourRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** How often each test has audited a page. */
const audits = new Map<string, number>()

/**
 * What axe finds on the page as it stands, a line each, in the themes that it is this audit's turn to look at. It comes in
 * through the protocol: the page's own policy stays.
 */
export async function auditPage(page: Page): Promise<string[]> {
  const test = expect.getState().currentTestName ?? ''
  const count = audits.get(test) ?? 0
  audits.set(test, count + 1)
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource)
  await page.evaluate(hideRepeated)
  const findings: string[] = []
  for (const [at, theme] of themesOfAudit(test, count).entries()) {
    await page.emulateMedia({ colorScheme: theme })
    const found = await runAxe(page, at === 0 ? everyRule : colourRules)
    findings.push(...found.map((line) => `${theme}: ${line}`))
  }
  await page.emulateMedia({ colorScheme: screen.theme })
  await page.evaluate(showRepeated)
  return findings
}

/**
 * What is repeated shows all there is to find in its first few: sections of the API's reference, rows of tables. The rest is
 * taken away or made invisible meanwhile, because axe reads a page as a whole before it leaves any of it out.
 */
const hideRepeated = `(() => {
  const sections = [...document.querySelectorAll('.operation')]
  for (const section of sections.slice(4)) section.remove()
  if (sections.length > 0) for (const one of document.querySelectorAll('li:nth-child(n+5), tr:nth-child(n+5)')) one.remove()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[role=row]:nth-child(n+5), tr:nth-child(n+5) { visibility: hidden !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
})()`
const showRepeated = 'document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)'

async function runAxe(page: Page, runOnly: object): Promise<string[]> {
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], preload: false })
  // A modal dialog makes the page behind it inert; that page is audited without the dialog. Asked in one step: it may be closing.
  const findings = await page.evaluate<Finding[]>(`(() => {
    const open = document.querySelectorAll('dialog[open]')
    return axe.run(open.length > 0 ? open : document, ${options}).then(({ violations }) => violations)
  })()`)
  return findings.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`),
  )
}
