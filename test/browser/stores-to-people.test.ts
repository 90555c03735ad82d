/** From stores, found by a search or by a file, to the people who work there. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomLetters } from '../../src/base/ids.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { judgeNews } from '../../src/watches/watches-fixture.ts'
import { untilSays, untilSearched, untilTold } from './elements.ts'
import { goToPlace, inNavigation, meterSays } from './interactions.ts'
import { auditPage, newEmail, openStage, password, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** Jobs wait until they are let through: they would be over before anybody could look at them. */
const runJobs = () => stage.app.queue.runWaiting()

describe('stores that a search found', () => {
  it('JOB-34, JOB-35: are selected all at once, go into a list as a job, and lead to their people, one of each store', async () => {
    const { page, open, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    await open('/stores?contacts=yes&sort=name')
    await untilSearched(page)
    const total = (await page.getByTestId('total').textContent())!
    await page.getByLabel('Select all loaded rows').click()
    await untilSays(page.getByRole('button'), `Select all ${total}`)
    await page.getByRole('button', { name: `Select all ${total}` }).click()
    await expect
      .poll(() => page.getByTestId('quote').allInnerTexts())
      .toEqual([expect.stringMatching(new RegExp(`^${total} selected[^]*search rows of`))])
    expect(await auditPage(page)).toEqual([])
    await page.getByRole('button', { name: 'Add to list' }).click()
    await page.getByRole('menuitem', { name: 'New list' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('All of them')
    await page.keyboard.press('Enter')
    await untilTold(page, `Adding ${total} stores`)
    await runJobs()
    await inNavigation(page, async (navigation) => {
      await untilSays(navigation.getByRole('region', { name: 'Export finished' }), `${total} items are in the list`)
      await navigation.getByRole('link', { name: 'Open', exact: true }).click()
    })
    await expect.poll(() => page.getByTestId('total').textContent()).toBe(`${total} stores`)

    await page.getByRole('button', { name: 'Reveal people' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('With').selectOption('A verified work email')
    await dialog.getByLabel('At most').fill('5')
    await dialog.getByTestId('reveal-quote').getByText('5 new: 5 with an email, 5 verified').waitFor()
    expect(await auditPage(page)).toEqual([])
    await dialog.getByLabel('Name of the list').fill('Founders')
    await dialog.getByRole('button', { name: 'Spend 5 credits' }).click()
    await untilTold(page, 'Revealing 5 contacts')
    await runJobs()
    await meterSays(page, '995 of 1,000 left')
    await goToPlace(page, 'Lists')
    await page.getByRole('link', { name: 'Founders' }).click()
    await expect.poll(() => page.getByTestId('total').textContent()).toBe('5 contacts')
    await leave()
  })
})

describe('a short lookup', () => {
  it('JOB-35: its file comes back with the people who were revealed next to its own columns', async () => {
    const { page, open, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    await open('/stores?contact-role=founder&contact-email=yes')
    const domain = /^Select (\S+)$/.exec((await page.locator('[data-row="0"] input').getAttribute('aria-label'))!)![1]!
    await open('/enrich')
    const file = `Owner,Domain\nAda,https://www.${domain}/about\nBen,unknown.example`
    await page.getByLabel('Domains', { exact: true }).fill(file)
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByTestId('enrich-found').filter({ hasText: '1 found' }).waitFor()
    await page.getByRole('button', { name: 'Reveal people' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('With').selectOption('Any email')
    await dialog.getByTestId('reveal-quote').getByText('1 new').waitFor()
    await dialog.getByRole('button', { name: 'Spend 1 credit' }).click()
    await untilTold(page, 'Revealing 1 contact')
    await runJobs()
    const lookup = page.getByTestId('lookup')
    await lookup.getByText('1 contact revealed').waitFor()
    const saved = page.waitForEvent('download')
    await lookup.getByRole('button', { name: 'Download CSV' }).click()
    const [head, first, second] = (await readFile(await (await saved).path(), 'utf8')).split('\r\n')
    expect(head).toMatch(/^Owner,Domain,domain,status,.*,contact_full_name,.*,contact_primary_email,/)
    expect(first).toMatch(new RegExp(`^Ada,https://www.${domain}/about,${domain},found,.*@`))
    expect(second).toMatch(/^Ben,unknown\.example,unknown\.example,not_found,/)
    expect(second).not.toContain('@')
    await leave()
  })
})

describe('a long lookup', () => {
  it('is a job, and ends in a list of stores and in the file with its own columns', async () => {
    const { page, open, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    await open('/stores')
    const domain = /^Select (\S+)$/.exec((await page.locator('[data-row="0"] input').getAttribute('aria-label'))!)![1]!
    await open('/enrich')
    const unknown = Array.from({ length: 1_000 }, (_, at) => `Nobody ${at},unknown-${at}.example`)
    const named = [`Ada,${domain}`, `Ben,https://www.${domain}/about`]
    await page.getByLabel('Domains', { exact: true }).fill(['Owner,Domain', ...named, ...unknown].join('\n'))
    await page.getByRole('button', { name: 'Look up' }).click()
    const lookup = page.getByTestId('lookup')
    await lookup.getByText('Waiting to start').waitFor()
    await runJobs()
    await lookup.getByText('2 of 1,002 domains found').waitFor()
    await lookup.getByText('the list holds 1 store, each once', { exact: false }).waitFor()
    // What its title says of all the lines is not said again, as how many are done.
    expect((await lookup.innerText()).split('of 1,002').length - 1).toBe(1)
    const saved = page.waitForEvent('download')
    await lookup.getByRole('button', { name: 'Download CSV' }).click()
    const [head, first, again, second] = (await readFile(await (await saved).path(), 'utf8')).split('\r\n')
    expect(head).toMatch(/^Owner,Domain,domain,status,/)
    expect(first).toMatch(new RegExp(`^Ada,${domain},${domain},found,`))
    expect(again).toMatch(new RegExp(`^Ben,https://www.${domain}/about,${domain},found,`))
    expect(second).toMatch(/^Nobody 0,unknown-0\.example,unknown-0\.example,not_found,/)
    await lookup.getByRole('link', { name: 'Open the list of stores' }).click()
    await page.getByTestId('total').filter({ hasText: '1 store' }).waitFor()
    await leave()
  })
})

describe('the people of a store', () => {
  it('are as many as the facts say, and nothing moves when the work on it is there', async () => {
    const domain = `known-${randomLetters(10).toLowerCase()}.example`
    const person = (name: string, status: string) => ({
      source_id: `${name} ${domain}`,
      full_name: `${name} Lovelace`,
      emails: [{ email: `${name}@${domain}`, status, type: 'work', is_primary: true }],
    })
    const contacts = [person('ada', 'verified'), person('bob', 'bounced'), person('cy', 'bounced')]
    const { app } = stage
    const source = readRecords([{ domain, name: 'Known', apps: ['Klaviyo'], contacts }])
    await importCatalogue(app.database, { channelKeys: app.channelKeys, source })
    await judgeNews(app)
    const { page, enter, leave } = await stage.visit()
    await enter(await stage.createOwner())
    const work = Promise.withResolvers<void>()
    await page.route('**/work', async (route) => {
      await work.promise
      await route.continue()
    })
    await page.goto(`/stores/${domain}`)
    await page.getByText('2 more people are known here, but have nothing to reveal.').waitFor()
    const place = () => page.getByRole('heading', { name: 'Technologies' }).boundingBox()
    const before = await place()
    work.resolve()
    await page.getByRole('region', { name: 'Work' }).getByText('Nobody has worked on this yet').waitFor()
    expect(Math.abs((await place())!.y - before!.y)).toBeLessThan(2)
    await leave()
  })

  it('come with those who decide first, are narrowed down to a role, and who decides is revealed at a price that is said before', async () => {
    const email = newEmail('deciders')
    const { apiKey: key } = await stage.createAccount({ email, password })
    type Person = { first_name: string; last_name_obfuscated: string; role: string | null; seniority: string }
    const find = async (body: object): Promise<Person[]> =>
      (await stage.call('POST', '/api/v1/contacts/search', { key, body: { ...body, limit: 100 } })).body.data
    const stores = await stage.call('POST', '/api/v1/stores/search', { key, body: { sort: 'contacts', limit: 20 } })
    const isMixed = (people: Person[]) =>
      people.some(({ seniority }) => seniority === 'executive') && people.some(({ seniority }) => seniority === 'other')
    let domain = ''
    let people: Person[] = []
    for (const store of stores.body.data as { domain: string }[]) {
      domain = store.domain
      people = await find({ store: { domains: [domain] } })
      if (isMixed(people)) break
    }
    const namesOf = (seniority: string) =>
      people
        .filter((one) => one.seniority === seniority)
        .map((one) => `Select ${one.first_name} ${one.last_name_obfuscated} of ${domain}`)
    const { page, open, enter, leave } = await stage.visit()
    await enter(email)
    await open(`/stores/${domain}`)
    const rows = page.getByRole('grid', { name: 'Contacts of this store' }).locator('[data-row]')
    await expect.poll(() => rows.count()).toBe(people.length)
    const labelOf = (at: number) => rows.nth(at).getByRole('checkbox').getAttribute('aria-label')
    expect(namesOf('executive')).toContain(await labelOf(0))
    expect(namesOf('other')).toContain(await labelOf(people.length - 1))

    const role = people.find((one) => one.role !== null)!.role!
    const taxonomy = await stage.call('GET', '/api/v1/taxonomy', { key })
    const { label } = taxonomy.body.roles.find(({ value }: { value: string }) => value === role)
    await page.getByLabel('Role', { exact: true }).selectOption(label)
    await expect.poll(() => rows.count()).toBe(people.filter((one) => one.role === role).length)
    await page.getByLabel('Role', { exact: true }).selectOption('Any role')
    await expect.poll(() => rows.count()).toBe(people.length)

    const deciders = people.filter(({ seniority }) => seniority !== 'other').length
    await page.getByRole('button', { name: 'Reveal the decision makers' }).click()
    await page.getByTestId('reveal-quote').getByText(`${deciders} new`).waitFor()
    expect(await auditPage(page)).toEqual([])
    await page.getByRole('button', { name: /^Spend \d+ credits?$/ }).click()
    await untilTold(page, 'You can close this tab')
    await runJobs()
    await meterSays(page, `${1_000 - deciders} of 1,000 left`)
    await page.getByRole('button', { name: 'Reveal the decision makers' }).waitFor({ state: 'detached' })
    await leave()
  })
})
