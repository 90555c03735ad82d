/** What the server does in the background for somebody in the browser: a long reveal, in its tab, without it and in others. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/clock.ts'
import { sql } from '../../src/base/sql.ts'
import { contactsPerRevealMax } from '../../src/contacts/reveal-contacts.ts'
import { adjustCredits } from '../../src/credits/grants.ts'
import { untilSays, untilSearched, untilTold } from './elements.ts'
import { goToPlace, inNavigation, meterSays, selectRows } from './interactions.ts'
import { newEmail, openStage, password, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function enter(): Promise<Visit> {
  const visit = await stage.visit()
  await visit.signIn(await stage.createOwner())
  return visit
}

/** Jobs wait until they are let through: they would be over before anybody could look at them. */
const runJobs = () => stage.app.queue.runWaiting()
const revealedAtOnce = contactsPerRevealMax

/** The latest job of the account gets no further than its first reveal until it is let go: the next outcome can't be recorded. */
async function holdJobAfterFirstReveal(page: Page): Promise<{ letGo(): Promise<void> }> {
  const answer = await page.context().request.get('/api/v1/jobs')
  const { data } = (await answer.json()) as { data: { id: string }[] }
  const isHeld = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = stage.store.database.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM job_items WHERE job_id = ${data[0]!.id} AND index = ${revealedAtOnce} FOR UPDATE`)
    isHeld.resolve()
    await release.promise
  })
  await isHeld.promise
  return {
    letGo: async () => {
      release.resolve()
      await holding
    },
  }
}

const unavailableIn = async (bar: Locator): Promise<number> =>
  Number(/(\d+) not available/.exec((await bar.textContent())!)?.[1] ?? 0)

describe('a long reveal', () => {
  it('JOB-34: is a job: it can be paused and resumed from any page, and ends in a list', async () => {
    const { page, leave } = await enter()
    await page.getByLabel('Select all loaded rows').click()
    const total = await page.getByTestId('total').textContent()
    await page.getByRole('button', { name: `Select all ${total}` }).click()
    const quoted = page.getByTestId('quote').filter({ hasText: `${total} selected` })
    await quoted
      .filter({ hasText: 'left after' })
      .or(quoted.filter({ hasText: 'only' }))
      .waitFor()
    await page.getByRole('button', { name: /^Reveal / }).click()
    const cost = 12
    await page.getByLabel('Contacts to reveal').fill(String(cost))
    await page.getByLabel('Name of the list').fill('Morning run')
    await page.getByTestId('reveal-quote').getByText(`${cost} new`).waitFor()
    await page.getByRole('button', { name: `Spend ${cost} credits` }).click()
    await inNavigation(page, (navigation) => navigation.getByRole('button', { name: 'Pause revealing' }).click())
    await goToPlace(page, 'Stores')
    await inNavigation(page, async (navigation) => {
      await navigation.getByRole('region', { name: 'Reveal in progress' }).getByText('Paused').waitFor()
      await navigation.getByRole('button', { name: 'Resume revealing' }).click()
      await navigation.getByRole('region', { name: 'Reveal in progress' }).getByText('Waiting to start').waitFor()
      await runJobs()
      const finished = navigation.getByRole('region', { name: 'Reveal finished' })
      await finished.getByText(`${cost} contacts`).waitFor()
      await finished.getByRole('button', { name: 'Export', exact: true }).waitFor()
      await navigation.getByRole('link', { name: 'Open', exact: true }).click()
    })
    await page.getByRole('heading', { name: 'Morning run', level: 1 }).waitFor()
    await expect.poll(() => page.getByTestId('total').textContent()).toBe(`${cost} contacts`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('banner').getByRole('button', { name: 'Reveal finished' }).waitFor()
    await leave()
  })

  it('BILL-22: that ran out of credits leads to where they are sold, and is resumed with the credits that came since', async () => {
    const email = newEmail('ran-out')
    const { apiKey, accountId } = await stage.createAccount({ email, password, credits: 12 })
    const { page, signIn, open, leave } = await stage.visit()
    await signIn(email)
    await page.getByLabel('Select all loaded rows').click()
    await page.getByRole('button', { name: 'Reveal the first 12' }).click()
    await page.getByRole('button', { name: 'Spend 12 credits' }).click()
    await inNavigation(page, (navigation) => navigation.getByText('Waiting to start').waitFor())
    const last = { body: { sort: 'newest', limit: 2 }, key: apiKey }
    const found = (await stage.call('POST', '/api/v1/contacts/search', last)).body.data as { id: string }[]
    await stage.reveal(
      apiKey,
      found.map(({ id }) => id),
    )
    await runJobs()
    await inNavigation(page, async (navigation) => {
      const job = navigation.getByRole('region', { name: 'Reveal in progress' })
      await job.getByText('Stopped: credits ran out').waitFor()
      await job.getByRole('link', { name: 'Add credits' }).click()
    })
    await expect.poll(() => page.url()).toMatch(/\/settings\/billing#add-credits$/)
    const given = { door: 'operator' as const, reason: 'More to spend', period: null }
    await adjustCredits(stage.store.database, systemClock, accountId, 5, given)
    await open('/contacts')
    await inNavigation(page, (navigation) => navigation.getByRole('button', { name: 'Resume', exact: true }).click())
    await inNavigation(page, (navigation) => navigation.getByText('Waiting to start').waitFor())
    await runJobs()
    await inNavigation(page, (navigation) =>
      navigation.getByRole('region', { name: 'Reveal finished' }).getByText('12 contacts').waitFor(),
    )
    await leave()
  })

  it('goes on when its tab is closed in the middle: a new tab shows how far it is, its end, and its list', async () => {
    const { page, leave } = await enter()
    await page.getByLabel('Select all loaded rows').click()
    await page.getByRole('button', { name: /^Reveal \d+$/ }).click()
    await page.getByLabel('Name of the list').fill('Half way')
    const spend = page.getByRole('button', { name: /^Spend [1-9]\d* credits$/ })
    const cost = Number(/\d+/.exec((await spend.textContent())!)![0])
    await spend.click()
    await untilTold(page, 'You can close this tab')
    const held = await holdJobAfterFirstReveal(page)
    const running = runJobs()
    const saysProgress = (tab: Page) =>
      inNavigation(tab, (navigation) =>
        navigation
          .getByRole('region', { name: 'Reveal in progress' })
          .getByText(`${revealedAtOnce} of ${cost}`)
          .waitFor(),
      )
    await saysProgress(page)
    const context = page.context()
    await page.close()

    const other = await context.newPage()
    await other.setViewportSize(screen)
    await other.goto('/contacts')
    await saysProgress(other)
    // The second reveal is paid for, too.
    await meterSays(other, `${1_000 - 2 * revealedAtOnce} of 1,000 left`)
    await held.letGo()
    await running
    const end = await inNavigation(other, async (navigation) => {
      const region = navigation.getByRole('region', { name: 'Reveal finished' })
      await region.getByText('in “Half way”').waitFor()
      const said = await region.textContent()
      // On a phone this closes the navigation, and the region goes with it.
      await region.getByRole('link').first().click()
      return said
    })
    expect(end).toContain(`${cost} contacts revealed${cost} credits spent`)
    await other.waitForURL('**/lists/*')
    await expect.poll(() => other.getByRole('row').filter({ hasText: '@' }).count()).toBeGreaterThan(5)
    await untilSays(other.getByRole('main'), `${cost}`)
    await meterSays(other, `${1_000 - cost} of 1,000 left`)
    await leave()
  })

  it('JOB-36: is not priced or offered again in another tab, nor where a whole search is selected', async () => {
    const { page, leave } = await enter()
    const other = await page.context().newPage()
    await other.setViewportSize(screen)
    await other.goto('/contacts')
    await untilSearched(other)
    // Both tabs have selected the same.
    await other.getByLabel('Select all loaded rows').click()
    const before = other.getByRole('button', { name: /^Reveal \d+$/ })
    await before.waitFor()
    await page.getByLabel('Select all loaded rows').click()
    await selectRows(page, 0, 1)
    await page.getByRole('button', { name: /^Reveal \d+$/ }).click()
    const spend = page.getByRole('button', { name: /^Spend [1-9]\d* credits$/ })
    const cost = Number(/\d+/.exec((await spend.textContent())!)![0])
    await spend.click()
    await untilTold(page, 'You can close this tab')

    const bar = other.getByTestId('quote')
    await untilSays(bar, `${cost} being revealed`)
    await untilSays(bar, 'costs 2 credits')
    await other.getByRole('button', { name: 'Reveal 2', exact: true }).waitFor()
    expect(await other.locator('[data-row="5"]').innerText()).toContain('Next')
    expect(await other.locator('[data-row="0"]').innerText()).not.toContain('Next')
    // The same of everything that the search finds: the server counts.
    const all = Number((await other.getByTestId('total').textContent())!.replaceAll(',', ''))
    await other.getByRole('button', { name: /^Select all/ }).click()
    await untilSays(bar, `${all} selected · ${cost} being revealed`)
    await untilSays(bar, `costs ${all - cost - (await unavailableIn(bar))} credits`)
    await other.getByRole('button', { name: /^Reveal / }).click()
    await untilSays(
      other.getByTestId('reveal-quote'),
      `${cost} of them are being revealed by another job: not charged again`,
    )
    await other.keyboard.press('Escape')
    await other.getByRole('button', { name: 'Clear selection' }).click()
    await runJobs()
    await meterSays(other, `${1_000 - cost} of 1,000 left`)
    await selectRows(other, 0, 5)
    await untilSays(bar, '2 selected · 1 new · 1 already revealed')
    await leave()
  })

  it('goes on without its tab, is seen in the others, and everything that was paid for is in the list', async () => {
    const { page, leave } = await enter()
    const other = await page.context().newPage()
    await other.setViewportSize(screen)
    await other.goto('/usage')
    await page.getByLabel('Select all loaded rows').click()
    await page.getByRole('button', { name: /^Reveal \d+$/ }).click()
    await page.getByLabel('Name of the list').fill('Without me')
    const spend = page.getByRole('button', { name: /^Spend [1-9]\d* credits$/ })
    await spend.click()
    await inNavigation(other, (navigation) =>
      navigation.getByRole('region', { name: 'Reveal in progress' }).getByText('Waiting to start').waitFor(),
    )
    await page.close()
    await runJobs()
    const words = await inNavigation(other, async (navigation) => {
      const end = navigation.getByRole('region', { name: 'Reveal finished' })
      await end.getByText('in “Without me”').waitFor()
      return end.textContent()
    })
    const [, contacts, credits] = /(\d+) contacts revealed(\d+) credits spent/.exec(words!)!
    expect(Number(contacts)).toBeGreaterThan(10)
    expect(credits).toBe(contacts)
    await meterSays(other, `${1_000 - Number(credits)} of 1,000 left`)
    const lists = await other.context().request.get('/api/v1/lists')
    expect(((await lists.json()) as { data: object[] }).data).toMatchObject([
      { name: 'Without me', items: Number(contacts) },
    ])
    await leave()
  })

  it('only pays for verified emails when told to', async () => {
    const { page, leave } = await enter()
    await page.getByLabel('Select all loaded rows').click()
    await page.getByRole('button', { name: /^Reveal \d+$/ }).click()
    const quote = page.getByTestId('reveal-quote')
    const verified = Number(/(\d+) verified/.exec((await quote.getByText('verified').textContent())!)![1])
    await page.getByLabel('Only pay for').selectOption({ label: 'Verified emails only' })
    await quote.getByText(`${verified} new: ${verified} with an email, ${verified} verified`).waitFor()
    await page.getByRole('button', { name: `Spend ${verified} credits` }).click()
    await untilTold(page, 'You can close this tab')
    await runJobs()
    await meterSays(page, `${1_000 - verified} of 1,000 left`)
    await expect.poll(() => page.locator('[role=row] a[href^="mailto:"]').count()).toBeGreaterThan(0)
    await leave()
  })
})
