/** What a narrow screen once hid or moved. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilSearched } from './elements.ts'
import { openStage, type Stage } from './people.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

it('on a phone an error keeps its request id in sight, the tabs show their neighbours, and the buttons of a search stand in one line', async () => {
  const { page, signIn, open, leave } = await stage.visit()
  await signIn(await stage.createOwner())
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of ['/contacts', '/contacts?role=founder', '/stores']) {
    await open(address)
    await untilSearched(page)
    const tools = ['Filters', 'Insights', 'View', 'Saved'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    )
    const shown = (await Promise.all(tools.map((tool) => tool.all()))).flat()
    const tops = await Promise.all(shown.map((tool) => tool.boundingBox().then((box) => box!.y)))
    expect([address, shown.length > 1, new Set(tops).size]).toEqual([address, true, 1])
  }
  await open('/settings/developers')
  const install = page.getByRole('link', { name: 'How to install the client' })
  expect((await page.request.get((await install.getAttribute('href'))!)).status()).toBe(200)
  await open('/settings/billing')
  const tab = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' })
  await expect.poll(() => tab.boundingBox().then((box) => box!.x + box!.width)).toBeLessThanOrEqual(390)
  await page.route('**/api/v1/contacts/search', (route) =>
    route.fulfill({
      status: 500,
      json: {
        error: { type: 'server_error', code: 'internal_error', message: '', request_id: `req_${'M'.repeat(24)}` },
      },
    }),
  )
  await open('/contacts')
  const alert = page.getByRole('alert').filter({ hasText: 'The server failed' })
  const copy = alert.getByRole('button', { name: 'Copy request ID' })
  await copy.waitFor()
  const rightOf = (part: Locator) => part.boundingBox().then((box) => box!.x + box!.width)
  expect(await rightOf(copy)).toBeLessThan((await rightOf(alert)) - 8)
  await leave(/status of 500/)
})
