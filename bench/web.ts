import { hashPassword } from 'better-auth/crypto'
import type { Page } from 'playwright-core'
import type { App } from '../src/app.ts'
import { systemClock } from '../src/base/clock.ts'
import { sql } from '../src/base/sql.ts'
import { createOperatorAccount } from '../src/billing/operator-account.ts'
import { plans } from '../src/billing/plans/plans.ts'
import { webApplicationFolder } from '../src/http/web-application.ts'
import { launchBrowser, viewports } from '../test/browser/chromium.ts'
import { findFreePort } from '../test/support/browser.ts'
import { createBenchApp } from './bench-app.ts'
import { openBenchDatabase } from './bench-database.ts'
import { median, quantile } from './measure.ts'
import { pourCatalogue } from './search-pour.ts'
import { randomFrom } from './search-rows.ts'
import {
  askFind,
  bareClick,
  bareSearch,
  clickFilter,
  closeDrawer,
  findAsYouType,
  openDrawer,
  openPage,
  scrollOn,
  typeLetter,
} from './web-actions.ts'

const seed = 1
const contactsDefault = 500_000
const samplesWanted = 100
const warmUps = 10
/** Between two actions. After a search the counts next to the values follow the total. */
const pausesMs = { search: 250, click: 100 }
/** A person may ask 240 times a minute. */
const actionsPerWindow = 40

/** One measure: milliseconds from what a person does to what they see, as the page itself counts them. */
type Measure = { label: string; baseline: 'search' | 'click'; targetMs: number; sample: () => Promise<number | null> }

/**
 * `npm run bench web [-- --contacts N]` (about five minutes with 500,000; `--only filter` takes what has it in its name): typing,
 * filters, details, the next rows and other pages in the browser of the tests, against a page of the same browser that does as
 * little as a page can: send the same search and write its total, or show one element. Both in turn. Prints a Markdown table.
 */
export async function run(options: string[]): Promise<void> {
  const at = options.indexOf('--contacts')
  const contacts = at < 0 ? contactsDefault : Number(options[at + 1])
  const only = options.includes('--only') ? (options[options.indexOf('--only') + 1] ?? '') : ''
  const bench = await openBenchDatabase()
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const app = createBenchApp(bench, { publicUrl: url, webFolder: webApplicationFolder })
  const browser = await launchBrowser()
  try {
    await pourCatalogue(app.database, { contacts, seed }, false)
    const person = await createPerson(app)
    await app.start()
    await app.http.server.listen({ port, host: 'localhost' })
    const context = await browser.newContext({ baseURL: url, viewport: viewports.desktop })
    await context.request.post('/auth/sign-in/email', { data: person, headers: { origin: url } })
    const page = await context.newPage()
    const rows: string[] = []
    for (const measure of measuresOn(page).filter(({ label }) => label.includes(only))) {
      rows.push(await compare(app, page, measure))
    }
    const size = `${contacts.toLocaleString('en')} contacts`
    console.log(
      `\n| ${size}, ${samplesWanted} each | median | 95th percentile | of a bare page | ratio at the 95th | target |\n|---|---|---|---|---|---|\n${rows.join('\n')}`,
    )
  } finally {
    await browser.close()
    await app.stop()
    await bench.close()
  }
}

async function createPerson({ database }: App): Promise<{ email: string; password: string }> {
  const person = { email: 'clicks@owner.example', password: 'correct horse battery staple' }
  await createOperatorAccount(database, systemClock, plans, {
    name: 'Clicks',
    email: person.email,
    passwordHash: await hashPassword(person.password),
    planId: 'enterprise',
    status: 'active',
  })
  return person
}

function measuresOn(page: Page): Measure[] {
  const random = randomFrom(seed)
  const pages = openPage(page)
  return [
    { label: 'typing to results', baseline: 'search', targetMs: 300, sample: () => typeLetter(page, random) },
    { label: 'find as you type', baseline: 'search', targetMs: 250, sample: () => findAsYouType(page, random) },
    { label: 'find, the server’s part', baseline: 'search', targetMs: 50, sample: () => askFind(page, random) },
    { label: 'filter to total', baseline: 'search', targetMs: 150, sample: clickFilter(page, random) },
    { label: 'next rows by scrolling', baseline: 'search', targetMs: 150, sample: () => scrollOn(page) },
    {
      label: 'drawer open',
      baseline: 'click',
      targetMs: 100,
      sample: () => openDrawer(page, random).finally(() => closeDrawer(page)),
    },
    { label: 'page to page', baseline: 'search', targetMs: 300, sample: pages },
  ]
}

/** The measure and its baseline alternate, so that a slow minute of the machine hits them alike. */
async function compare(app: App, page: Page, { label, baseline, targetMs, sample }: Measure): Promise<string> {
  await page.goto('/contacts')
  await page.locator('[data-testid=total][data-stale=false]').waitFor()
  const measured: number[] = []
  const bare: number[] = []
  for (let asked = 0; measured.length < samplesWanted + warmUps; asked += 1) {
    if (asked % actionsPerWindow === 0) await app.database.query(sql`UPDATE request_counters SET minute_used = 0`)
    const took = await sample()
    if (took !== null) measured.push(took)
    await page.waitForTimeout(pausesMs[baseline])
    bare.push(await (baseline === 'search' ? bareSearch(page, asked) : bareClick(page)))
    if (asked > 10 * samplesWanted) throw new Error(`${label}: hardly anything could be measured`)
  }
  const [ours, theirs] = [measured.slice(warmUps), bare.slice(warmUps)]
  const [p95, bareP95] = [quantile(ours, 0.95), quantile(theirs, 0.95)]
  const ms = (value: number) => `${value.toFixed(0)} ms`
  process.stderr.write(`${label}: ${ms(p95)} at the 95th percentile\n`)
  return `| ${label} | ${ms(median(ours))} | ${ms(p95)} | ${ms(bareP95)} | ${(p95 / bareP95).toFixed(1)} | ≤ ${ms(targetMs)} ${p95 <= targetMs ? '✓' : '✗'} |`
}
