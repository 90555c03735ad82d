import { randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import type { Page } from 'playwright-core'
import { createApp } from '../src/app.ts'
import { createOperatorAccount } from '../src/billing/operator-account.ts'
import { plans } from '../src/billing/plans/plans.ts'
import { demoCatalogue } from '../src/catalog/demo/catalogue.ts'
import { importCatalogue } from '../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../src/catalog/import/read-lines.ts'
import { systemClock } from '../src/clock.ts'
import { webApplicationFolder } from '../src/http/web-application.ts'
import { createLog } from '../src/log.ts'
import { launchBrowser, viewports } from '../test/browser/chromium.ts'
import { findFreePort } from '../test/support/browser.ts'
import { openBenchDatabase } from './bench-database.ts'
import { median, quantile, report } from './measure.ts'
import { randomFrom } from './search-rows.ts'

const seed = 1
/** About 50,000 contacts: the catalogue that `npm start` shows. */
const stores = 20_000
const clicks = 100
const warmUpClicks = 10
/** Long enough for the counts next to the values to follow the total. */
const pauseMs = 300
const filters = 'aside[aria-label="Filters"] :is(input[type=checkbox], button[aria-pressed])'

/** Milliseconds from the click on, as the page itself measures them. */
type Sample = { asked: number; answered: number; shown: number }

/** `npm run bench web`: from a click on a filter to the new total on the screen, in the browser of the tests. */
export async function run(): Promise<void> {
  const bench = await openBenchDatabase()
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const app = createApp({
    ...bench,
    secrets: { authSecret: randomBytes(32), channelKeys: [randomBytes(32)] },
    publicUrl: url,
    webFolder: webApplicationFolder,
    log: createLog('silent'),
  })
  const browser = await launchBrowser()
  try {
    const person = { email: 'clicks@owner.example', password: 'correct horse battery staple' }
    await importCatalogue(app.database, {
      source: readRecords(demoCatalogue({ stores, seed }), 'demo'),
      channelKeys: app.channelKeys,
    })
    await createOperatorAccount(app.database, systemClock, plans, {
      name: 'Clicks',
      email: person.email,
      passwordHash: await hashPassword(person.password),
      planId: 'pro',
      status: 'active',
      requestsPerMinute: 1_000_000,
      requestsPerDay: 1_000_000,
      searchRowsPerMonth: 1_000_000,
    })
    await app.start()
    await app.http.server.listen({ port, host: 'localhost' })
    const context = await browser.newContext({ baseURL: url, viewport: viewports.desktop })
    await context.request.post('/auth/sign-in/email', { data: person, headers: { origin: url } })
    const page = await context.newPage()
    await page.goto('/contacts')
    await page.locator('[data-testid=total][data-stale=false]').waitFor()
    const contacts = await page.getByTestId('total').textContent()
    const samples = (await clickFilters(page, clicks + warmUpClicks)).slice(warmUpClicks)
    reportSamples(`${clicks} clicks on filters over ${contacts} contacts, each to a search not made before`, samples)
  } finally {
    await browser.close()
    await app.stop()
    await bench.close()
  }
}

/** One click after the other, at the pace of a quick person. */
async function clickFilters(page: Page, count: number): Promise<Sample[]> {
  const samples: Sample[] = []
  const random = randomFrom(seed)
  const seen = new Set<string>([new URL(page.url()).search])
  while (samples.length < count) {
    const at = Math.floor(random() * (await page.locator(filters).count()))
    const sample = await page.evaluate<Sample | null>(
      `(${clickAndWatch})(document.querySelectorAll('${filters}')[${at}])`,
    )
    await page.waitForTimeout(pauseMs)
    const { search } = new URL(page.url())
    // From memory it would flatter the figure.
    if (sample && !seen.has(search)) samples.push(sample)
    seen.add(search)
    if (new URL(page.url()).searchParams.size > 6)
      await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  }
  return samples
}

/** Runs in the page. The old total is marked as stale from the click on, until the new one is there. */
const clickAndWatch = `(filter) => new Promise((resolve) => {
  const total = document.querySelector('[data-testid=total]')
  performance.clearResourceTimings()
  const start = performance.now()
  let wasStale = false
  const observer = new MutationObserver(() => {
    if (total.dataset.stale === 'true') wasStale = true
    else if (wasStale) requestAnimationFrame(finish)
  })
  // A search that was made before is there at once, and nothing becomes stale.
  const giveUp = setTimeout(() => {
    if (wasStale) return
    observer.disconnect()
    resolve(null)
  }, 500)
  function finish() {
    observer.disconnect()
    clearTimeout(giveUp)
    const request = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/contacts/search'))
    if (!request) return resolve(null)
    const { startTime, responseEnd } = request
    resolve({ asked: startTime - start, answered: responseEnd - start, shown: performance.now() - start })
  }
  observer.observe(total, { attributes: true })
  filter.click()
})`

function reportSamples(title: string, samples: Sample[]): void {
  const row = (label: string, values: number[]): [string, string] => [
    label,
    `${median(values).toFixed(0)} ms median, ${quantile(values, 0.95).toFixed(0)} ms at the 95th percentile`,
  ]
  report(title, [
    row(
      'from the click to the request',
      samples.map(({ asked }) => asked),
    ),
    row(
      'the request',
      samples.map(({ asked, answered }) => answered - asked),
    ),
    row(
      'from the reply to the display',
      samples.map(({ answered, shown }) => shown - answered),
    ),
    row(
      'from the click to the new total',
      samples.map(({ shown }) => shown),
    ),
  ])
}
