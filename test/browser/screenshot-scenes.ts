/** What `take-screenshots.ts` takes pictures of: every page, and its states that a healthy account does not show by itself. */
import type { Page } from 'playwright-core'
import { settingsSections } from '../../web/src/shared/paths.ts'

/** `prepare` runs after the page has opened. Only where it `fits` the width; `FIRST` stands for the domain of a store. */
export type Scene = {
  name: string
  path: string
  fits?: (width: number) => boolean
  prepare?: (page: Page, width: number) => Promise<unknown>
}

export const isPhone = (width: number): boolean => width < 768
const isDesk = (width: number): boolean => !isPhone(width)

const press =
  (...keys: string[]) =>
  async (page: Page) => {
    await page.getByTestId('total').waitFor()
    for (const key of keys) await page.keyboard.press(key)
  }

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const inTurn =
  (...steps: NonNullable<Scene['prepare']>[]) =>
  async (page: Page, width: number) => {
    for (const step of steps) await step(page, width)
  }

/** Answers are changed on their way to the page. */
async function changeAnswer(page: Page, path: string, change: (answer: Record<string, object>) => object) {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as Record<string, object>) })
  })
}

const reload = (page: Page) => page.reload({ waitUntil: 'networkidle' })

const withoutPlan = (status: 'none' | 'lapsed') => async (page: Page) => {
  const billing = { action: status === 'none' ? 'create_subscription_link' : 'manage_billing', url: '', endpoint: '' }
  await changeAnswer(page, '/api/v1/billing/status', (answer) => ({
    ...answer,
    plan: { ...answer.plan, status, period: null },
    billing,
  }))
  const error = {
    type: 'permission_error',
    code: 'api_access_required',
    message: 'No plan.',
    billing,
    request_id: 'req_1',
  }
  for (const path of ['contacts/search', 'stores/search', 'usage', 'stores/enrich']) {
    await page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status: 403, json: { error } }))
  }
  await changeAnswer(page, '/app/v1/profile', (profile) => ({ ...profile, api_access: { enabled: false, billing } }))
  await reload(page)
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
  await reload(page)
}

const outOfCredits = async (page: Page) => {
  await changeAnswer(page, '/api/v1/usage', ({ contact_credits: credits, ...usage }) => ({
    ...usage,
    contact_credits: { ...credits, remaining: 0, spendable_now: 0 },
  }))
  await changeAnswer(page, '/api/v1/contacts/reveal/quote', ({ credits, ...quote }) => ({
    ...quote,
    credits: { ...credits, remaining: 0, spendable_now: 0 },
  }))
  await reload(page)
}

const fewSearchRows = async (page: Page) => {
  await changeAnswer(page, '/api/v1/usage', ({ web_search_rows: rows, ...usage }) => ({
    ...usage,
    web_search_rows: { ...rows, used: 231_480, remaining: 18_520 },
  }))
  await reload(page)
}

const failing = (status: number) => async (page: Page) => {
  const error = { type: 'api_error', code: 'internal_error', message: 'Failed.', request_id: 'req_4kQz8Xc1VbN7mLw2Rt' }
  await page.route('**/api/v1/contacts/search', (route) => route.fulfill({ status, json: { error } }))
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
}

const emptied = (path: string) => async (page: Page) => {
  await changeAnswer(page, path, (answer) => ({ ...answer, data: [], total: 0, has_more: false, next_cursor: null }))
  await reload(page)
}

/** Reveals are asked for, and no answer comes. */
const waitingFor = (rows: number) => async (page: Page) => {
  await page.route('**/api/v1/contacts/reveal', async (route) => {
    // The request would outlive its page.
    await page.waitForEvent('framenavigated', { timeout: 0 })
    await route.abort()
  })
  await page.getByTestId('total').waitFor()
  if (rows > 10) await page.getByLabel('Select all loaded rows').click()
  else for (let at = 0; at < rows; at += 1) await press('j', 'x')(page)
  await click(/^Reveal \d/)(page)
  if (rows > 10)
    await page
      .locator('dialog[open]')
      .getByRole('button', { name: /^Spend/ })
      .click()
}

const askAll = inTurn(
  (page) => page.getByLabel('Select all loaded rows').click(),
  click(/^Reveal \d/),
  (page) => page.locator('dialog[open]').waitFor(),
)

async function enrich(page: Page): Promise<void> {
  const answer = await page.request.post('/api/v1/stores/search', {
    data: { limit: 12 },
    headers: { origin: originOf(page) },
  })
  const { data } = (await answer.json()) as { data: { domain: string }[] }
  await page
    .getByLabel('Domains', { exact: true })
    .fill([...data.map(({ domain }) => domain), 'nobody.example'].join('\n'))
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByText('12 found').waitFor()
}

export const originOf = (page: Page): string => new URL(page.url()).origin

export const openScenes: Scene[] = [
  { name: 'sign-in', path: '/sign-in' },
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    prepare: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password').fill('not the password')
      await click('Sign in')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=abc' },
  { name: 'link-too-old', path: '/sign-in/problem?error=INVALID_TOKEN' },
  { name: 'docs', path: '/docs' },
  { name: 'docs-operation', path: '/docs#revealContacts' },
  { name: 'not-found-signed-out', path: '/nowhere' },
]

const contactScenes: Scene[] = [
  { name: 'contacts', path: '/contacts' },
  { name: 'contacts-drawer', path: '/contacts?revealed=no', prepare: press('j', 'Enter') },
  { name: 'contacts-drawer-owned', path: '/contacts?revealed=yes', prepare: press('j', 'Enter') },
  { name: 'contacts-filtered', path: '/contacts?email=yes&role=founder&app=Klaviyo' },
  { name: 'contacts-named', path: '/contacts?q=anna', fits: isDesk },
  { name: 'contacts-revealed', path: '/contacts?revealed=yes' },
  { name: 'contacts-insights', path: '/contacts?role=founder', fits: isDesk, prepare: click('Insights') },
  {
    name: 'contacts-selected',
    path: '/contacts',
    fits: isDesk,
    prepare: press('j', 'x', 'j', 'x', 'j', 'x', 'j', 'x', 'j', 'x', 'j', 'x', 'j', 'x', 'Enter'),
  },
  {
    name: 'contacts-quoted',
    path: '/contacts?revealed=no&email=yes&role=founder',
    fits: isDesk,
    prepare: press('j', 'x', 'j', 'x', 'j', 'x', 'j', 'x', 'Enter'),
  },
  {
    name: 'contacts-selected-phone',
    path: '/contacts',
    fits: isPhone,
    prepare: press('j', 'x', 'j', 'x', 'j', 'x', 'j', 'x', 'j', 'x', 'j', 'x', 'j', 'x'),
  },
  {
    name: 'contacts-export',
    path: '/contacts?revealed=yes',
    prepare: inTurn(press('j', 'x', 'j', 'x'), click('Export')),
  },
  {
    name: 'contacts-add-to-list',
    path: '/contacts?revealed=yes',
    prepare: inTurn(press('j', 'x', 'j', 'x'), click('Add to list')),
  },
  { name: 'contacts-confirm', path: '/contacts?revealed=no', fits: isDesk, prepare: askAll },
  { name: 'contacts-revealing', path: '/contacts?revealed=no', prepare: waitingFor(3) },
  { name: 'contacts-revealing-many', path: '/contacts?revealed=no', fits: isDesk, prepare: waitingFor(25) },
  { name: 'contacts-view', path: '/contacts', fits: isDesk, prepare: click('View') },
  { name: 'contacts-nothing', path: '/contacts?title=nobody+has+this+title' },
  { name: 'contacts-failed', path: '/contacts', prepare: failing(500) },
  { name: 'contacts-busy', path: '/contacts', fits: isDesk, prepare: failing(503) },
  { name: 'contacts-no-plan', path: '/contacts', prepare: withoutPlan('none') },
  { name: 'contacts-lapsed', path: '/contacts', prepare: withoutPlan('lapsed') },
  { name: 'contacts-past-due', path: '/contacts', prepare: pastDue },
  { name: 'contacts-few-rows', path: '/contacts', fits: isDesk, prepare: fewSearchRows },
  { name: 'contacts-no-credits', path: '/contacts?revealed=no', prepare: inTurn(outOfCredits, press('j', 'x')) },
  { name: 'filter-sheet', path: '/contacts', fits: isPhone, prepare: click('Filters') },
  { name: 'navigation', path: '/contacts', fits: isPhone, prepare: click('Open navigation') },
  { name: 'commands', path: '/contacts', prepare: press('Control+k') },
  { name: 'keys', path: '/contacts', fits: isDesk, prepare: press('?') },
  { name: 'saved-searches', path: '/contacts?email=yes&role=founder', prepare: click(/Saved|Searches/) },
  { name: 'save-search', path: '/contacts?email=yes&role=founder', fits: isDesk, prepare: press('s') },
]

const storeScenes: Scene[] = [
  { name: 'stores', path: '/stores' },
  { name: 'stores-by-role', path: '/stores?contact-role=founder', fits: isDesk },
  { name: 'stores-selected', path: '/stores', prepare: press('j', 'x', 'j', 'x') },
  { name: 'stores-insights', path: '/stores', fits: isDesk, prepare: click('Insights') },
  { name: 'store', path: '/stores/FIRST' },
  { name: 'store-unknown', path: '/stores/nobody.example' },
  { name: 'enrich', path: '/enrich' },
  { name: 'enriched', path: '/enrich', prepare: enrich },
  { name: 'enrich-lapsed', path: '/enrich', prepare: withoutPlan('lapsed') },
]

const ownScenes: Scene[] = [
  { name: 'revealed', path: '/revealed' },
  { name: 'revealed-drawer', path: '/revealed', prepare: press('j', 'Enter') },
  { name: 'revealed-selected', path: '/revealed', prepare: press('j', 'x', 'j', 'x') },
  { name: 'revealed-export', path: '/revealed', prepare: click('Export') },
  { name: 'revealed-list', path: '/revealed', prepare: openList },
  { name: 'revealed-empty', path: '/revealed', prepare: emptied('/api/v1/contacts/revealed*') },
  { name: 'revealed-lapsed', path: '/revealed', prepare: withoutPlan('lapsed') },
  { name: 'lists', path: '/lists' },
  { name: 'news', path: '/news' },
  { name: 'usage', path: '/usage' },
  { name: 'usage-lapsed', path: '/usage', prepare: withoutPlan('lapsed') },
]

async function openList(page: Page): Promise<void> {
  const answer = await page.request.get('/api/v1/lists')
  const { data } = (await answer.json()) as { data: { id: string }[] }
  if (data[0]) await page.goto(`/lists/${data[0].id}`, { waitUntil: 'networkidle' })
}

const settingsScenes: Scene[] = [
  ...Object.keys(settingsSections).map((section) => ({ name: `settings-${section}`, path: `/settings/${section}` })),
  { name: 'settings-billing-none', path: '/settings/billing', prepare: withoutPlan('none') },
  { name: 'settings-billing-lapsed', path: '/settings/billing', prepare: withoutPlan('lapsed') },
  { name: 'settings-connections-empty', path: '/settings/connections', prepare: emptied('/app/v1/connections') },
  { name: 'settings-keys-empty', path: '/settings/keys', prepare: emptied('/app/v1/keys*') },
  { name: 'new-key', path: '/settings/keys', prepare: click('New key') },
  { name: 'invite', path: '/settings/members', prepare: click('Invite') },
  { name: 'invitation', path: '/invitations/abc' },
  { name: 'not-found', path: '/nowhere' },
]

export const signedInScenes: Scene[] = [...contactScenes, ...storeScenes, ...ownScenes, ...settingsScenes]
