/** What was typed, chosen or looked up stays until the person changes it, and nothing of it goes to another place. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inFilters, openRow } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

it('what is typed stays while the address or an answer follows it, and so do values that a filter has no room for', async () => {
  const { page, signIn, leave } = await stage.visit()
  await signIn(await stage.createOwner())
  await inFilters(page, async (filters) => {
    const unfold = async (title: string) => {
      const group = filters.getByRole('button', { name: title, exact: true })
      if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
    }
    await unfold('Job title')
    const words = filters.getByLabel('Words in job title')
    await words.pressSequentially('head ')
    await page.waitForURL(/[?&]title=head(&|$)/)
    await words.pressSequentially('growth')
    expect(await words.inputValue()).toBe('head growth')
    await page.waitForURL(/[?&]title=head(\+|%20)growth/)
    await words.fill('')
    await page.waitForURL((url) => !url.searchParams.has('title'))

    await unfold('Store facts')
    const domains = filters.getByLabel('Domains to search in')
    await domains.fill(Array.from({ length: 300 }, (_, at) => `d${at}.example`).join(' '))
    await domains.press('Enter')
    await filters.getByRole('alert').getByText('100 at most; 200 left out. Use Enrich for longer lists.').waitFor()
    expect((await domains.inputValue()).split(', ')).toHaveLength(200)
    expect(new URL(page.url()).searchParams.getAll('domain')).toHaveLength(100)
    expect(await auditPage(page)).toEqual([])
  })
  await page.goto('/contacts')
  await page.getByTestId('total').waitFor()
  const tags = (await openRow(page, 0)).getByLabel('Tags')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/work', async (route) => {
    if (route.request().method() === 'PATCH') await asked
    await route.continue()
  })
  await tags.fill('spring')
  await tags.press('Enter')
  await tags.pressSequentially(', ber')
  const read = page.waitForResponse(
    (response) => response.url().endsWith('/work') && response.request().method() === 'GET',
  )
  answer()
  await (await read).finished()
  await tags.pressSequentially('lin')
  expect(await tags.inputValue()).toBe('spring, berlin')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await tags.press('Enter')
  expect((await (await saved).json()).tags).toEqual(['spring', 'berlin'])
  await leave()
})

type StoreReply = { contacts_summary: { roles: string[]; has_revealable_contacts: boolean } }

it('the page of a store has nothing of what was chosen at another one', async () => {
  const email = newEmail('stays')
  const { apiKey: key } = await stage.createAccount({ email, password })
  const body = { limit: 100 }
  const { data } = (await stage.call('POST', '/api/v1/stores/search', { key, body })).body
  const [one, other] = data.filter(
    ({ contacts_summary: { roles, has_revealable_contacts: has } }: StoreReply) => has && roles.length > 1,
  )
  const { page, enter, open, follow, leave } = await stage.visit()
  await enter(email)
  await open(`/stores/${one.domain}`)
  await follow(`/stores/${other.domain}`)
  await page.getByRole('heading', { level: 1, name: other.name }).waitFor()
  await page.locator('[data-row="0"]').getByRole('checkbox').check()
  const bar = page.getByTestId('quote')
  await bar.getByText('1 selected').waitFor()
  const role = page.getByRole('combobox', { name: 'Role' })
  await role.selectOption({ index: 1 })
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: one.name }).waitFor()
  await page.locator('[data-row="0"]').waitFor()
  expect(await role.inputValue()).toBe('')
  expect(await bar.count()).toBe(0)
  await leave()
})

it('lookups stay as long as their results, however many jobs were made since', async () => {
  const email = newEmail('stays')
  const { apiKey: key } = await stage.createAccount({ email, password })
  const made = await Promise.all(
    Array.from({ length: 23 }, (_, at) =>
      stage.call('POST', '/api/v1/jobs', { key, body: { kind: 'enrich', domains: [`d${at}.example`] } }),
    ),
  )
  expect(made.map(({ status }) => status)).toEqual(Array(23).fill(201))
  const { page, enter, open, leave } = await stage.visit()
  await enter(email)
  await open('/enrich')
  await expect.poll(() => page.getByTestId('lookup').count()).toBe(23)
  await stage.app.queue.runWaiting()
  await expect.poll(() => page.getByTestId('lookup').getByText('Waiting to start').count()).toBe(0)
  await leave()
})

it('Revealed says that filters hide whom the words name, and a link that could not be read offers to try again', async () => {
  const email = newEmail('stays')
  const { apiKey: key } = await stage.createAccount({ email, password })
  const { body } = await stage.call('POST', '/api/v1/contacts/search', { key, body: { limit: 1 } })
  const { id } = body.data[0]
  const { full_name: name } = (await stage.reveal(key, [id])).body.data[0]
  const { page, enter, open, leave } = await stage.visit()
  await enter(email)
  await open(`/revealed?words=${encodeURIComponent(name)}&status=won`)
  await page.getByText(`No matches for “${name}” with these filters`).waitFor()
  expect(await auditPage(page)).toEqual([])
  await page.route('**/contacts/owned', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(`${stage.url}/revealed?status=won&open=${id}`)
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  await page.unroute('**/contacts/owned')
  await retry.click()
  await page.getByLabel('Channels').waitFor()
  await leave(/status of 500/)
})
