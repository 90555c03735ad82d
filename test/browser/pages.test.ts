import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/clock.ts'
import { sql } from '../../src/base/sql.ts'
import { createInvitation } from '../../src/members/invitations.ts'
import { type PagePath, pagePaths, settingsSections } from '../../web/src/shared/paths.ts'
import { emptyState, planOffer } from './elements.ts'
import { meterSays, openCommandMenu } from './interactions.ts'
import { auditPage, openStage, type Stage, type Visit } from './people.ts'
import { screen } from './screen.ts'

/** Where a page is looked at, and what has to be on it before; `onPhone`: what it says instead on a narrow screen. */
type Look = [address: string, text: string | RegExp, onPhone?: string]

const openLooks: Record<PagePath<'open'>, Look[]> = {
  '/sign-in': [
    ['/sign-in', 'Forgot your password?'],
    ['/sign-in?confirm=abc', 'Sign in with the password you chose to confirm your email.'],
  ],
  '/sign-up': [['/sign-up', 'Create account']],
  '/forgot-password': [['/forgot-password', 'Send reset link']],
  '/reset-password': [
    ['/reset-password?token=abc', 'Save password'],
    ['/reset-password', 'Request a new link'],
  ],
}

const textOfSection: Record<keyof typeof settingsSections, string | RegExp> = {
  profile: 'This browser',
  members: 'Two-factor authentication',
  keys: 'First key',
  connections: 'Connect an agent',
  webhooks: 'Check the signature',
  hubspot: 'Connect HubSpot',
  exclusions: 'Nobody is excluded',
  erasures: 'Nobody was erased',
  billing: 'Payment method',
  audit: /signed in/,
  developers: 'Base URL',
}

const sectionLooks: Look[] = Object.entries(textOfSection).map(([section, text]) => [`/settings/${section}`, text])

const looksSignedIn = (domain: string, invitation: string): Record<PagePath<'signedIn'>, Look[]> => ({
  '/contacts': [['/contacts?role=founder', 'Title', 'Contact']],
  '/stores': [['/stores', 'Store']],
  '/stores/$domain': [[`/stores/${domain}`, 'Contacts']],
  '/enrich': [['/enrich', 'Drop a CSV, or paste domains']],
  '/revealed': [['/revealed', 'Nothing revealed yet']],
  '/lists': [['/lists', 'No lists yet']],
  '/lists/$listId': [['/lists/lst_gone', 'This list no longer exists']],
  '/news': [['/news', 'Nothing is watched yet']],
  '/usage': [['/usage', 'Statement']],
  '/settings': [['/settings', 'This browser']],
  '/settings/$section': sectionLooks,
  '/invitations/$token': [[`/invitations/${invitation}`, 'Accept the invitation']],
})

/** Pages that are served without the application. The last one is answered with a 400, as the console then says. */
const pagesWithoutScript: Look[] = [
  ['/docs', 'Prospector API'],
  ['/docs/errors/rate_limit_exceeded', 'What to do'],
  ['/sign-in/problem?error=INVALID_TOKEN', 'Something went wrong'],
]

/** `fits`: the page is as large as the screen, and what is longer scrolls inside it. */
type Sizes = { widths: number[]; fits: boolean }

/** As in web/src/ui/use-is-narrow.ts. */
const narrow = 900

/** Chromium's own bound for a page that is good to read while it loads. */
const jumpMax = 0.1
const watchJumps = `
  window.jumped = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.jumped += value
  }).observe({ type: 'layout-shift', buffered: true })`

/** The frame after a new size is drawn the page has taken it on. */
const measureNextFrame = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
  resolve([document.documentElement.scrollWidth, document.documentElement.scrollHeight]))))`

/** Pages whose title begins at the edge that all of them share; that of a store has its mark before it. */
const titledPages = ['/contacts', '/stores', '/revealed', '/lists', '/news', '/enrich', '/usage', '/settings']

/** What is out of reach or too small to touch, and a title that begins elsewhere than on other pages. */
const faultsOfLayout = `(() => {
  const isPhone = innerWidth < 900
  const nameOf = (one) => one.ariaLabel || one.innerText || one.name || one.tagName
  const faults = [...document.querySelectorAll('main :is(button, select, input, a)')].flatMap((one) => {
    const { left, right, width, height } = one.getBoundingClientRect()
    if (width < 2 || getComputedStyle(one).display === 'inline' || one.closest('.overflow-x-auto, .sr-only')) return []
    const reach = one.type === 'checkbox' ? 16 : 0
    if (left < -1 || right > innerWidth + 1) return ['cut: ' + nameOf(one)]
    return isPhone && Math.min(width, height) + reach < 24 ? ['too small to touch: ' + nameOf(one)] : []
  })
  const title = document.querySelector('[data-testid=total], main h1:not(.sr-only)')
  const edge = title && title.getBoundingClientRect().left - document.querySelector('#page').getBoundingClientRect().left
  return { faults: faults.slice(0, 5), edge }
})()`

describe('every page', () => {
  let stage: Stage
  let email: string
  let signedInLooks: Look[]

  beforeAll(async () => {
    stage = await openStage()
    email = await stage.createOwner()
    const [store] = await stage.store.database.query<{ domain: string }>(sql`
      SELECT domain FROM stores WHERE EXISTS (SELECT FROM contacts c WHERE c.store_id = stores.store_id)
      ORDER BY domain LIMIT 1`)
    signedInLooks = Object.values(looksSignedIn(store!.domain, await invite(email))).flat()
  })
  afterAll(() => stage?.close())

  /** The token of an invitation to the account of somebody else. */
  async function invite(guest: string): Promise<string> {
    const { accountId, userId } = await stage.createAccount({ name: 'Tea & Soap' })
    const draft = { accountId, email: guest, role: 'member', creditLimit: 100, invitedBy: userId } as const
    return (await createInvitation(stage.store.database, systemClock, draft)).token
  }

  /**
   * What axe says about each page, whether it jumps while it loads, and whether it is larger than a screen. Each page has its
   * turn of the widths, where not all of them are asked for: a run has seen every page, and every width and theme of some.
   */
  async function lookAtAll({ page, open }: Visit, looks: Look[], { widths, fits }: Sizes): Promise<string[]> {
    const findings: string[] = []
    for (const [at, [address, text, onPhone]] of looks.entries()) {
      const turn = screen.isLookedAtInAll ? widths : [widths[at % widths.length]!]
      for (const width of turn) {
        // A table has no more rows than fit: few of them show all there is to find.
        await page.setViewportSize({ width, height: 600 })
        await open(address)
        const expected = width < narrow && onPhone ? onPhone : text
        await page.getByText(expected, { exact: true }).first().waitFor()
        findings.push(...(await auditPage(page)).map((finding) => `${address} at ${width}: ${finding}`))
        const jumped = await page.evaluate<number>('window.jumped ?? 0')
        if (jumped > jumpMax)
          findings.push(`${address} at ${width}: what is there jumps by ${jumped} when more arrives`)
        if (fits) findings.push(...(await lookAtWidth(page, address, width)))
      }
    }
    await page.setViewportSize(screen)
    return findings
  }

  /** What is wrong with the page at a width. A busy browser may need more than a frame to lay it out anew. */
  async function lookAtWidth(page: Page, address: string, width: number): Promise<string[]> {
    await page.setViewportSize({ width, height: 600 })
    let found: string[] = []
    for (let looks = 0; looks < 100; looks += 1) {
      const [across, down] = await page.evaluate<[number, number]>(measureNextFrame)
      const { faults, edge } = await page.evaluate<{ faults: string[]; edge: number | null }>(faultsOfLayout)
      found = faults.map((fault) => `${address} at ${width}: ${fault}`)
      if (across > width || down > 600) found.push(`${address} at ${width} by 600 has ${across} by ${down}`)
      if (titledPages.includes(address.split('?')[0]!) && edge !== 16)
        found.push(`${address} at ${width} begins at ${edge}`)
      if (found.length === 0) return []
    }
    return found
  }

  it('of the router is looked at here', () => {
    expect(Object.keys(openLooks).sort()).toEqual([...pagePaths.open].sort())
    expect(Object.keys(looksSignedIn('', '')).sort()).toEqual([...pagePaths.signedIn].sort())
    expect(Object.keys(textOfSection)).toEqual(Object.keys(settingsSections))
  })

  it('holds no axe violation, jump, console error or foreign request, and scrolls inside a phone, tablet and desktop', async () => {
    const visit = await stage.visit()
    await visit.page.addInitScript(watchJumps)
    await visit.enter(email)
    const widths = screen.isOneOfSeveral ? [screen.width] : [390, 768, 1440]
    expect(await lookAtAll(visit, signedInLooks, { widths, fits: true })).toEqual([])
    await visit.leave()
  }, 600_000)

  it('holds no axe violation before sign-in', async () => {
    const visit = await stage.visit()
    const looks = [...Object.values(openLooks).flat(), ...pagesWithoutScript]
    expect(
      await lookAtAll(visit, looks, { widths: [screen.isOneOfSeveral ? screen.width : 390], fits: false }),
    ).toEqual([])
    await visit.leave(/status of 400/)
  })

  it('of the sandbox checkout and billing portal holds no axe violation', async () => {
    const visit = await stage.visit()
    const { page } = visit
    await visit.enter(await stage.createOwner({ status: 'none' }))
    await page.goto('/settings/billing')
    await page.getByRole('button', { name: 'Choose Pro' }).click()
    await page.getByLabel('Card number').waitFor()
    const findings = await auditPage(page)
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Start trial' }).click()
    await page.getByRole('button', { name: 'Manage billing' }).click()
    await page.getByRole('button', { name: 'End of the subscription' }).waitFor()
    findings.push(...(await auditPage(page)))
    expect(findings).toEqual([])
    await visit.leave()
  })

  it('is refused nothing but for the want of a plan when the account has none', async () => {
    const visit = await stage.visit()
    const { page } = visit
    await visit.enter(await stage.createOwner({ status: 'none' }))
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400 && answer.status() !== 403) refused.push(`${answer.status()} ${answer.url()}`)
    })
    // An invitation to somebody else is refused for another reason.
    await visit.open('/contacts')
    for (const [address] of signedInLooks.filter(([address]) => !address.startsWith('/invitations/'))) {
      await visit.follow(address)
      await page.getByRole('main').waitFor()
      if (/^.(contacts|stores|enrich|usage)/.test(address)) {
        await planOffer(page).waitFor()
      }
    }
    // A key could do nothing yet: that is said before anybody fills in a form for one.
    await page.goto('/settings/keys')
    await emptyState(page).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Choose a plan' }).waitFor()
    expect(await page.getByRole('button', { name: 'New key' }).count()).toBe(0)
    expect(refused).toEqual([])
    await visit.leave()
  })

  it('offers a trial only to accounts that can have one, and says that what lapsed is kept', async () => {
    const visit = await stage.visit()
    const { page } = visit
    const start = planOffer(page).getByRole('button')
    await visit.enter(await stage.createOwner({ status: 'none' }))
    await page.goto('/contacts')
    await page.getByText('14 days free with 250 credits', { exact: false }).waitFor()
    await expect.poll(() => start.allTextContents()).toEqual(['Start the trial'])
    await page.goto('/enrich')
    await page.getByText('Your 14-day Pro trial', { exact: false }).waitFor()
    await expect.poll(() => start.allTextContents()).toEqual(['Start the trial'])

    await visit.enter(await stage.createOwner({ status: 'none', planId: 'business' }))
    await page.goto('/contacts')
    await page.getByText('3,000 credits a month for $249 a month', { exact: false }).waitFor()
    await expect.poll(() => start.allTextContents()).toEqual(['Start the plan'])

    await visit.enter(await stage.createOwner({ status: 'lapsed' }))
    await page.goto('/contacts')
    await page.getByRole('heading', { name: 'Pro has ended' }).waitFor()
    await page.getByText('Contacts you revealed stay available', { exact: false }).waitFor()
    await expect.poll(() => start.allTextContents()).toEqual(['Subscribe'])
    await visit.leave()
  })

  it('asks again by itself when a plan began elsewhere', async () => {
    const owner = await stage.createOwner({ status: 'none' })
    const visit = await stage.visit()
    const { page } = visit
    await visit.enter(owner)
    await page.goto('/contacts')
    await planOffer(page).waitFor()
    const checkout = await page.context().newPage()
    await checkout.goto('/settings/billing')
    await checkout.getByRole('button', { name: 'Choose Pro' }).click()
    await checkout.getByLabel('Card number').fill('4242 4242 4242 4242')
    await checkout.getByRole('button', { name: 'Start trial' }).click()
    await checkout.getByRole('link', { name: 'Find contacts' }).waitFor()
    await checkout.close()
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
    await page.getByTestId('total').waitFor()
    await meterSays(page, 'of 250 left')
    await visit.leave()
  })

  it('follows the theme of the system while it is open, so that an audit can look at both', async () => {
    const { page, leave } = await stage.visit()
    await page.emulateMedia({ colorScheme: 'light' })
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    for (const address of ['/sign-in', '/docs']) {
      await page.goto(address)
      const light = await background()
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect.poll(background, { message: address }).not.toBe(light)
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await leave()
  })

  it('holds still when the system asks for less motion', async () => {
    const { page, enter, leave } = await stage.visit()
    await enter(email)
    // An answer that does not come leaves the skeletons there to be looked at.
    await page.route('**/api/v1/usage', () => {})
    await page.goto('/usage')
    await page.locator('.pulse-soft').first().waitFor()
    await expect.poll(() => page.evaluate<number>('document.getAnimations().length')).toBe(0)
    await leave()
  })

  it('has a command menu that keeps what is chosen in sight and stops at its ends', async () => {
    const { page, signIn, leave } = await stage.visit()
    await signIn(email)
    await page.mouse.move(screen.width / 2, 300)
    await openCommandMenu(page)
    const options = page.getByRole('listbox').getByRole('option')
    const chosen = page.getByRole('listbox').getByRole('option', { selected: true })
    const isChosen = async (option: Locator) => (await chosen.textContent()) === (await option.textContent())
    await page.locator('dialog[open] input:focus').waitFor()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => isChosen(options.first())).toBe(true)
    const pressDown = async () => {
      await page.keyboard.press('ArrowDown')
      return isChosen(options.last())
    }
    await expect.poll(pressDown, { interval: 1 }).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => isChosen(options.last())).toBe(true)
    const hidden = async () => {
      const list = (await page.getByRole('listbox').boundingBox())!
      const line = (await chosen.boundingBox())!
      return line.y + line.height - list.y - list.height
    }
    await expect.poll(hidden).toBeLessThanOrEqual(0)
    await leave()
  })

  it('begins with less than 200 kB of compressed script', async () => {
    const { page, signIn, leave } = await stage.visit({ isFirst: true })
    const scriptBytes = () =>
      page.evaluate<number>(
        `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
      )
    await page.goto('/sign-in', { waitUntil: 'networkidle' })
    expect(await scriptBytes()).toBeLessThan(200_000)
    await signIn(email)
    expect(await scriptBytes()).toBeGreaterThan(50_000)
    expect(await scriptBytes()).toBeLessThan(200_000)
    await leave()
  })

  it('meets a mistyped address with a page that leads on, and a 404', async () => {
    const { page, leave } = await stage.visit()
    const answer = await page.goto('/contcts')
    expect(answer!.status()).toBe(404)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to contacts' }).waitFor()
    await leave(/status of 404/)

    const signedIn = await stage.visit()
    await signedIn.enter(email)
    await signedIn.page.goto('/contcts')
    await signedIn.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await meterSays(signedIn.page, 'left')
    await expect.poll(() => signedIn.page.title()).toBe('Not found · Prospector')
    await signedIn.leave(/status of 404/)
  })

  it('is served under a policy without inline code, and never in place of the API', async () => {
    const page = await stage.call('GET', '/contacts')
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.headers['content-security-policy']).not.toContain('unsafe')
    for (const path of ['/api/v1/nothing', '/app/v1/nothing', '/auth/nothing', '/nowhere', '/assets/none.js']) {
      expect((await stage.call('GET', path)).body.error.code, path).toBe('route_not_found')
    }
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)![1]!
    expect((await stage.call('GET', script)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })
})
