/**
 * Every page and state of a running server, light and dark, on a desktop and on a phone:
 * node test/browser/take-screenshots.ts http://localhost:8080 EMAIL PASSWORD FOLDER [AUTHORIZE_URL]
 * It changes nothing there. With the address at which an integration starts, the consent page is among them.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { settingsSections } from '../../web/src/paths.ts'
import { launchBrowser, viewports } from './chromium.ts'

type Device = keyof typeof viewports
type Theme = 'light' | 'dark'
/** A page as it opens, or after something was done on it. `FIRST` stands for the domain of a store. */
type Scene = { name: string; path: string; only?: Device; prepare?: (page: Page, device: Device) => Promise<unknown> }

const press = (...keys: string[]) => {
  return async (page: Page) => {
    await page.getByTestId('total').waitFor()
    for (const key of keys) await page.keyboard.press(key)
    // The quote is requested and shown after a short delay.
    await page.waitForTimeout(900)
  }
}

const clickButton = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.waitForTimeout(400)
}

const openScenes: Scene[] = [
  { name: 'sign-in', path: '/sign-in' },
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    prepare: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password').fill('not the password')
      await clickButton('Sign in')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=abc' },
  { name: 'link-too-old', path: '/sign-in/problem?error=INVALID_TOKEN' },
  { name: 'docs', path: '/docs' },
]

/** Answers are changed on their way to the page, so that a healthy account shows the states of a troubled one. */
async function changeAnswer(page: Page, path: string, change: (answer: Record<string, object>) => object) {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Record<string, object>) })
  })
  await page.reload({ waitUntil: 'networkidle' })
}

const withoutPlan = (status: 'none' | 'lapsed') => async (page: Page) => {
  const billing = { action: status === 'none' ? 'create_subscription_link' : 'manage_billing', url: '', endpoint: '' }
  await changeAnswer(page, '/api/v1/billing/status', (answer) => ({
    ...answer,
    plan: { ...answer.plan, status, period: null },
    billing,
  }))
  await changeAnswer(page, '/app/v1/profile', (profile) => ({ ...profile, api_access: { enabled: false, billing } }))
}

const pastDue = async (page: Page) => {
  const billing = { action: 'manage_billing', url: '', endpoint: '' }
  const graceEndsAt = new Date(Date.now() + 2 * 86_400_000).toISOString()
  await changeAnswer(page, '/api/v1/billing/status', (answer) => ({
    ...answer,
    plan: { ...answer.plan, status: 'past_due' },
    grace_ends_at: graceEndsAt,
    billing,
  }))
  await changeAnswer(page, '/api/v1/usage', ({ plan, ...usage }) => ({
    ...usage,
    plan: { ...plan, status: 'past_due' },
  }))
}

const outOfCredits = (page: Page) =>
  changeAnswer(page, '/api/v1/usage', ({ contact_credits: credits, ...usage }) => ({
    ...usage,
    contact_credits: { ...credits, remaining: 0 },
  }))

const failing = (status: number) => async (page: Page) => {
  const error = { type: 'api_error', code: 'internal_error', message: 'Failed.', request_id: 'req_4kQz8Xc1VbN7mLw2Rt' }
  await page.route('**/api/v1/contacts/search', (route) => route.fulfill({ status, json: { error } }))
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
}

const signedInScenes: Scene[] = [
  { name: 'contacts', path: '/contacts' },
  { name: 'contacts-filtered', path: '/contacts?email=yes&role=founder&app=Klaviyo' },
  { name: 'contacts-selected', path: '/contacts', only: 'desktop', prepare: press('j', 'x', 'j', 'x', 'Enter') },
  { name: 'contacts-confirm', path: '/contacts?yours=no', only: 'desktop', prepare: confirmMany },
  { name: 'contacts-nothing', path: '/contacts?title=nobody+has+this+title' },
  { name: 'contacts-failed', path: '/contacts', prepare: failing(500) },
  { name: 'contacts-busy', path: '/contacts', only: 'desktop', prepare: failing(503) },
  { name: 'contacts-no-plan', path: '/contacts', prepare: withoutPlan('none') },
  { name: 'contacts-lapsed', path: '/contacts', prepare: withoutPlan('lapsed') },
  { name: 'contacts-past-due', path: '/contacts', prepare: pastDue },
  {
    name: 'contacts-no-credits',
    path: '/contacts?yours=no',
    prepare: async (page) => outOfCredits(page).then(() => press('j', 'r')(page)),
  },
  {
    name: 'contact-sheet',
    path: '/contacts',
    only: 'phone',
    prepare: (page) => page.locator('[data-row="0"]').click(),
  },
  { name: 'filter-sheet', path: '/contacts', only: 'phone', prepare: clickButton('Filters') },
  { name: 'navigation', path: '/contacts', only: 'phone', prepare: clickButton('Open navigation') },
  { name: 'commands', path: '/contacts', prepare: press('Control+k') },
  { name: 'keys', path: '/contacts', only: 'desktop', prepare: press('?') },
  { name: 'save-search', path: '/contacts?email=yes&role=founder', only: 'desktop', prepare: press('s') },
  { name: 'stores', path: '/stores' },
  { name: 'stores-by-role', path: '/stores?contact-role=founder', only: 'desktop' },
  { name: 'store', path: '/stores/FIRST' },
  { name: 'store-unknown', path: '/stores/nobody.example' },
  { name: 'enrich', path: '/enrich' },
  { name: 'enriched', path: '/enrich', prepare: enrich },
  { name: 'revealed', path: '/revealed' },
  { name: 'revealed-open', path: '/revealed', only: 'desktop', prepare: press('j', 'x', 'j', 'x', 'Enter') },
  { name: 'usage', path: '/usage' },
  ...Object.keys(settingsSections).map((section) => ({ name: `settings-${section}`, path: `/settings/${section}` })),
  { name: 'new-key', path: '/settings/keys', prepare: clickButton('New key') },
  { name: 'invite', path: '/settings/members', prepare: clickButton('Invite') },
  { name: 'invitation', path: '/invitations/abc' },
]

async function confirmMany(page: Page): Promise<void> {
  await page.getByLabel('Select all loaded rows').click()
  await page.waitForTimeout(900)
  await page.getByRole('button', { name: /^Reveal / }).click()
  await page.getByRole('dialog').waitFor()
}

async function enrich(page: Page): Promise<void> {
  const domain = await firstDomain(page)
  await page.goto('/enrich')
  await page.getByLabel('Domains', { exact: true }).fill(`${domain}\nnobody.example`)
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByText('1 found').waitFor()
}

const [url, email, password, folder = 'screenshots', authorizeUrl] = process.argv.slice(2)
if (!url || !email || !password) {
  process.stderr.write('Usage: node test/browser/take-screenshots.ts URL EMAIL PASSWORD [FOLDER] [AUTHORIZE_URL]\n')
  process.exit(2)
}
await mkdir(folder, { recursive: true })
const browser = await launchBrowser()
for (const device of ['desktop', 'phone'] as const) {
  for (const theme of ['light', 'dark'] as const) await sit(browser, device, theme)
}
await browser.close()

async function sit(on: Browser, device: Device, theme: Theme): Promise<void> {
  const context = await on.newContext({
    baseURL: url!,
    viewport: viewports[device],
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  const take = async ({ name, path, only, prepare }: Scene) => {
    if (only && only !== device) return
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    await prepare?.(page, device)
    await page.screenshot({ path: join(folder, `${name}-${device}-${theme}.png`) })
    await page.close()
  }
  for (const scene of openScenes) await take(scene)
  const page = await context.newPage()
  await signIn(page)
  const domain = await firstDomain(page)
  for (const scene of signedInScenes) await take({ ...scene, path: scene.path.replace('FIRST', domain) })
  await take({ name: 'checkout', path: await checkoutLink(page) })
  if (authorizeUrl) await take({ name: 'consent', path: authorizeUrl })
  await context.close()
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email!)
  await page.getByLabel('Password').fill(password!)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/contacts')
}

async function firstDomain(page: Page): Promise<string> {
  await page.goto('/stores', { waitUntil: 'networkidle' })
  return (await page.getByRole('grid').getByRole('link').first().textContent())!
}

/** A link alone subscribes nobody. */
async function checkoutLink(page: Page): Promise<string> {
  const answer = await page.request.post('/api/v1/billing/subscription-link', { data: {}, headers: { origin: url! } })
  return ((await answer.json()) as { url: string }).url
}
