import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { untilSearched } from './elements.ts'
import { goToPlace, inFilters, inNavigation } from './interactions.ts'
import { openStage, password, type Stage, type Visit } from './people.ts'

describe('when something goes wrong', () => {
  let stage: Stage
  let email: string
  let folder: string

  beforeAll(async () => {
    stage = await openStage()
    email = await stage.createOwner()
    folder = await mkdtemp(join(tmpdir(), 'prospector-lists-'))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    await stage?.close()
  })

  async function enter(options: Parameters<Stage['visit']>[0] = {}): Promise<Visit> {
    const visit = await stage.visit(options)
    await visit.signIn(email)
    return visit
  }

  async function enterAt(path: string): Promise<Visit> {
    const visit = await stage.visit()
    await visit.enter(email)
    await visit.page.goto(path)
    return visit
  }

  it('a server that fails is named with the request id, and the retry works', async () => {
    const { page, leave } = await enter()
    await page.route('**/api/v1/contacts/search', (route) =>
      route.fulfill({
        status: 500,
        json: {
          error: { type: 'api_error', code: 'internal_error', message: 'Failed.', request_id: 'req_of_the_test' },
        },
      }),
    )
    await inFilters(page, (filters) => filters.getByLabel('With: Phone').click())
    await page.getByRole('alert').waitFor()
    await page.getByRole('alert').getByText('req_of_the_test').waitFor()
    await page.unroute('**/api/v1/contacts/search')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await untilSearched(page)
    await leave(/status of 500/)
  })

  it('OPERATOR-14: of a suspended account nobody is told to ask an owner, who could not change it', async () => {
    const { page, leave } = await stage.visit().then(async (visit) => {
      await visit.signIn(await stage.createOwner())
      return visit
    })
    await untilSearched(page)
    await stage.store.database.query(
      sql`UPDATE accounts SET suspended_at = now(), suspended_reason = 'Stolen card'
        WHERE account_id = (SELECT account_id FROM accounts ORDER BY created_at DESC LIMIT 1)`,
    )
    await inFilters(page, (filters) => filters.getByLabel('With: Phone').click())
    const alert = page.getByRole('alert')
    await alert.getByText('Write to whoever runs this service.').waitFor()
    expect(await alert.innerText()).toContain('Nobody in this account can change that.')
    expect(await alert.innerText()).not.toContain('account owner')
    await leave(/status of 403/)
  })

  it('a page that could not even begin has a retry of its own', async () => {
    const { page, leave } = await enter()
    await page.route('**/app/v1/profile', (route) => route.fulfill({ status: 503, body: 'not even JSON' }))
    await page.reload()
    await page.getByRole('alert').waitFor()
    await page.unroute('**/app/v1/profile')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByTestId('total').waitFor()
    await leave(/./)
  })

  it('a lost connection is said, and the retry goes on where it was when it is back', async () => {
    const { page, leave } = await enterAt('/enrich')
    const [store] = await stage.store.database.query<{ domain: string }>(sql`SELECT domain FROM stores LIMIT 1`)
    await page.getByLabel('Domains', { exact: true }).fill(`${store!.domain}\nnobody.example`)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('You appear to be offline').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByTestId('enrich-found').filter({ hasText: /^1 / }).waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await leave(/ERR_INTERNET_DISCONNECTED/)
  })

  it('a lookup that a reload interrupts goes on with what is missing', async () => {
    const { page, leave } = await enterAt('/enrich')
    let asked = 0
    await page.route('**/api/v1/stores/enrich', (route) => (++asked === 2 ? undefined : route.continue()))
    const unknown = Array.from({ length: 150 }, (_, at) => `unknown-${at}.example`)
    await page.getByLabel('Domains', { exact: true }).fill(unknown.join('\n'))
    await page.getByRole('button', { name: 'Look up' }).click()
    await expect.poll(() => asked).toBe(2)
    await page.reload()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await expect.poll(() => page.getByTestId('enrich-progress').textContent()).toBe('100 of 150 domains')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByTestId('enrich-not-found').filter({ hasText: /^150 / }).waitFor()
    expect(asked).toBe(3)
    await leave()
  })

  it('a search without a connection says so, and its retry works when it is back', async () => {
    const { page, leave } = await enter()
    await page.context().setOffline(true)
    await inFilters(page, (filters) => filters.getByLabel('With: Phone').click())
    await page.getByText('You appear to be offline').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await untilSearched(page)
    await leave(/ERR_INTERNET_DISCONNECTED/)
  })

  it('a page that was not opened before says without a connection that it can’t come, in its own place', async () => {
    const { page, leave } = await enter({ isFirst: true })
    await page.evaluate('window.isSamePage = true')
    await page.context().setOffline(true)
    await goToPlace(page, 'Usage')
    await page.getByRole('main').getByText('You appear to be offline').waitFor()
    await inNavigation(page, (navigation) => navigation.getByRole('link', { name: 'Contacts' }).waitFor())
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('region', { name: 'Lines of the statement' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/usage')
    await leave(/./)
  })

  it('a session that ends in the settings leads to sign-in and back to them', async () => {
    const { page, leave } = await enterAt('/settings/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Too late')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.waitForURL('**/sign-in?next=**')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/settings/keys')
    await leave(/status of 401/)
  })

  it('a link to sign-in that names another site leads home', async () => {
    const { page, leave } = await stage.visit()
    await page.goto('/sign-in?next=/%09/evil.example')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByTestId('total').waitFor()
    await leave()
  })

  it('names with markup are shown as text', async () => {
    const { page, open, complaints, leave } = await enter()
    const boss = {
      first_name: '<img src=x onerror=alert(2)>',
      last_name: 'Markup',
      title: '"><b>Boss</b>',
      emails: [{ email: 'boss@markup.example', status: 'verified', type: 'work', is_primary: true }],
    }
    await importCatalogue(stage.store.database, {
      source: readRecords([{ domain: 'markup.example', name: '<script>alert(1)</script>', contacts: [boss] }]),
      channelKeys: stage.app.channelKeys,
    })
    let alerts = 0
    page.on('dialog', (dialog) => {
      alerts += 1
      void dialog.dismiss()
    })
    // The index follows an import within a moment; until then the store has nobody to show.
    const name = page.getByText('<img src=x onerror=alert(2)>', { exact: false }).first()
    await expect
      .poll(async () => {
        await open('/stores/markup.example')
        return name.isVisible()
      })
      .toBe(true)
    // The browser reports a store that was not there yet.
    complaints.length = 0
    await page.reload()
    await page.getByRole('heading', { name: '<script>alert(1)</script>' }).waitFor()
    await page.getByText('"><b>Boss</b>').first().waitFor()
    expect(alerts).toBe(0)
    await leave()
  })

  it('a list that can’t be one is refused with the reason, and an odd encoding is read right', async () => {
    const { page, leave } = await enterAt('/enrich')
    const [store] = await stage.store.database.query<{ domain: string }>(sql`SELECT domain FROM stores LIMIT 1`)
    const drop = async (name: string, content: Buffer) => {
      await writeFile(join(folder, name), content)
      await page.getByLabel('File with domains').setInputFiles(join(folder, name))
    }
    await drop('people.csv', Buffer.from('name,age\nAda,36\nGrace,85\n'))
    await page.getByText('No domains found.', { exact: false }).waitFor()
    await drop('huge.csv', Buffer.alloc(21 * 1024 * 1024, 'shop.example\n'))
    await page.getByText('This file is 21 MB; the limit is 20 MB.', { exact: false }).waitFor()
    await drop('sheet.xlsx.csv', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2]))
    await page.getByText('This is not a text file.', { exact: false }).waitFor()
    const lines = `Müller;Domain\r\n"A; ""B""";${store!.domain}\r\n`
    await drop('utf-16.csv', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines, 'utf16le')]))
    await page.getByTestId('enrich-found').filter({ hasText: /^1 / }).waitFor()
    await page.getByRole('button', { name: 'New lookup' }).click()
    await drop('western.csv', Buffer.from(lines, 'latin1'))
    await page.getByTestId('enrich-found').filter({ hasText: /^1 / }).waitFor()
    await leave()
  })
})
