import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { randomLetters } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import { exportFormatNames } from './export-formats.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

const channels = {
  emails: [
    { email: 'heike@shop.example', status: 'verified', type: 'work', is_primary: true },
    { email: 'h.kurz@mail.example', status: 'found', type: 'personal', is_primary: false },
  ],
  phones: [
    { phone: '+49 30 901820', type: 'direct', is_primary: true },
    { phone: '+49 151 901820', type: 'mobile', is_primary: false },
  ],
  linkedin_url: 'https://www.linkedin.com/in/heike',
} as const

async function ownerOf(count: number, status: 'active' | 'lapsed' = 'active') {
  const email = `${randomLetters(12).toLowerCase()}@exports.example`
  const { apiKey, accountId } = await test.createAccount({ email })
  const ids = await test.plantContacts(count, channels as never)
  const others = await test.plantContacts(1)
  await test.reveal(apiKey, ids)
  if (status === 'lapsed') {
    await test.store.database.query(sql`UPDATE accounts SET status = 'lapsed' WHERE account_id = ${accountId}`)
  }
  const browser = createBrowser(test)
  await browser.signIn(email)
  const sheet = async (body: object) => {
    const { text } = await browser.call('POST', '/api/v1/contacts/export', body, { accept: 'text/csv' })
    const [head, ...rows] = text.trimEnd().split('\r\n')
    return { head: head!.split(','), rows }
  }
  return { apiKey, browser, ids, others, sheet }
}

it('owned contacts are returned in full, and others are left out and never bought', async () => {
  const { browser, ids, others } = await ownerOf(2)
  const { body } = await browser.call('POST', '/api/v1/contacts/owned', { contact_ids: [...others, ...ids] })
  expect(body.data.map((contact: { id: string }) => contact.id).toSorted()).toEqual(ids.toSorted())
  expect(body.data[0]).toMatchObject({ charged: false, emails: [{ email: 'heike@shop.example' }, {}] })
  expect((await browser.call('GET', '/api/v1/usage')).body.contact_credits.used).toBe(2)
})

it('a plain export has every channel with its status and type, and phones as they are', async () => {
  const { sheet, ids } = await ownerOf(3)
  const { head, rows } = await sheet({ contact_ids: ids.slice(0, 2) })
  expect(rows).toHaveLength(2)
  const cells = Object.fromEntries(head.map((name, at) => [name, rows[0]!.match(/("[^"]*"|[^,]*)(?:,|$)/g)![at]]))
  expect(cells.phones).toContain('+49 30 901820; +49 151 901820')
  expect(rows[0]).toContain('personal, found: h.kurz@mail.example')
  expect(rows[0]).toContain('mobile: +49 151 901820')
  expect(rows[0]).not.toContain("'+")
})

it.each(exportFormatNames)(
  'PRIVACY-13: an export as %s says where the data comes from, and on what basis',
  async (format) => {
    const { sheet } = await ownerOf(1)
    const { head, rows } = await sheet({ format })
    expect(head.filter((column) => /^(.* - )?(data )?source$/i.test(column))).toHaveLength(1)
    expect(head.filter((column) => /^(.* - )?legal[ _]basis$/i.test(column))).toHaveLength(1)
    expect(rows[0]).toContain('heike@shop.example')
  },
)

it.each([
  ['hubspot', 'Job Title', 'Mobile Phone Number'],
  ['salesforce', 'Lead Source', 'Mobile'],
  ['pipedrive', 'Organization - Name', 'Person - Phone'],
] as const)('an export for %s has the columns that it imports', async (format, ...columns) => {
  const { sheet } = await ownerOf(1)
  const { head } = await sheet({ format })
  expect(head).toEqual(expect.arrayContaining(columns))
})

it('LIST-17: files for CRMs take an email of the best status, and what is primary stays what the catalogue says', async () => {
  const { apiKey, browser, sheet } = await ownerOf(1)
  const [a, b, c] = ['a@shop.example', 'b@shop.example', 'c@shop.example'] as const
  const emails = [
    { email: a, status: 'found', type: 'work' as const, is_primary: true },
    { email: b, status: 'verified', type: 'work' as const, is_primary: false },
    { email: c, status: 'matched', type: 'work' as const, is_primary: false },
  ]
  const ids = await test.plantContacts(1, { emails })
  await test.reveal(apiKey, ids)
  for (const [format, column, cell] of [
    ['hubspot', 'Email', b],
    ['hubspot', 'Additional email addresses', `${a};${c}`],
    ['salesforce', 'Email', b],
    ['pipedrive', 'Person - Email', `"${b}, ${a}, ${c}"`],
    ['csv', 'primary_email', a],
    ['csv', 'emails', `${a}; ${b}; ${c}`],
  ] as const) {
    const { head, rows } = await sheet({ format, contact_ids: ids })
    const cells = rows[0]!.match(/("[^"]*"|[^,]*)(?:,|$)/g)!.map((text) => text.replace(/,$/, ''))
    expect([format, column, cells[head.indexOf(column)]]).toEqual([format, column, cell])
  }
  const { body } = await browser.call('POST', '/api/v1/contacts/owned', { contact_ids: ids })
  expect(body.data[0].emails).toMatchObject(emails)
})

it('contacts revealed since a given time are found and exported by themselves', async () => {
  const { browser, ids, sheet } = await ownerOf(3)
  const [before, after] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString()) as [
    string,
    string,
  ]
  const found = async (since: string) => (await browser.call('GET', `/api/v1/contacts/revealed?since=${since}`)).body
  expect(await found(before)).toMatchObject({ total: ids.length, has_more: false })
  expect(await found(after)).toMatchObject({ data: [], total: 0, has_more: false })
  expect((await sheet({ since: before })).rows).toHaveLength(ids.length)
  expect((await sheet({ since: after })).rows).toHaveLength(0)
  expect((await browser.call('GET', '/api/v1/contacts/revealed?since=yesterday')).body.error).toMatchObject({
    param: 'since',
  })
})

it('an export of a list holds only that list, and says how many rows it has', async () => {
  const { browser, ids, sheet } = await ownerOf(3)
  const made = await browser.call('POST', '/api/v1/lists', { name: 'Two', kind: 'contacts' })
  const listId: string = made.body.id
  await browser.call('POST', `/api/v1/lists/${listId}/items`, { ids: ids.slice(1) })
  expect((await browser.call('POST', '/api/v1/contacts/export', { list_id: listId })).body.rows).toBe(2)
  expect((await sheet({ list_id: listId })).rows).toHaveLength(2)
  const other = await browser.call('POST', '/api/v1/contacts/export', { list_id: 'lst_of_nobody' })
  expect([other.status, other.body.error.param]).toEqual([404, 'list_id'])
})

it('an account whose plan has lapsed still reads and exports what it paid for', async () => {
  const { browser, ids, sheet } = await ownerOf(2, 'lapsed')
  expect((await browser.call('GET', '/api/v1/contacts/revealed')).body.data).toHaveLength(2)
  expect((await browser.call('POST', '/api/v1/contacts/owned', { contact_ids: ids })).body.data).toHaveLength(2)
  expect((await sheet({})).rows).toHaveLength(2)
  expect((await browser.call('POST', '/api/v1/contacts/search', {})).status).toBe(403)
})

it('stores are exported by domain, those that are not in the catalogue included', async () => {
  const { browser } = await ownerOf(1)
  const { text } = await browser.call(
    'POST',
    '/api/v1/stores/export',
    { domains: ['https://nobody.example/x', '=cmd'] },
    { accept: 'text/csv' },
  )
  const [head, ...rows] = text.trimEnd().split('\r\n')
  expect(head).toMatch(/^domain,status,name,/)
  expect(rows.map((row) => row.split(',').slice(0, 2).join(','))).toEqual([
    'nobody.example,not_found',
    "'=cmd,not_found",
  ])
})
