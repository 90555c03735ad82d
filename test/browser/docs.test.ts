/** The docs in a browser: they are searched, tried with a test key, read in one language, and their client runs in a page and in a worker. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient } from '../../sdk/build.mjs'
import { createTestKey } from '../support/test-key.ts'
import { newEmail, openStage, password, type Stage } from './people.ts'

describe('the docs', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())

  it('the API’s reference looks like the application', async () => {
    const visit = await stage.visit()
    await visit.enter(await stage.createOwner())
    await visit.open('/settings')
    const { page, leave } = visit
    const look = `(({ fontFamily, backgroundColor }) => [fontFamily.split(',')[0], backgroundColor])(
      getComputedStyle(document.body))`
    const ours = await page.evaluate(look)
    await page.goto('/docs')
    expect(await page.evaluate(look)).toEqual(ours)
    await leave()
  })

  it('DOC-4: operations of the docs are tried with a test key, and with no other', async () => {
    const { accountId, apiKey } = await stage.createAccount({ email: newEmail('docs'), password })
    const { apiKey: testKey } = await createTestKey(stage, accountId)
    const { page, leave } = await stage.visit()
    await page.goto('/docs')
    const [usage, reveal] = [page.locator('#getUsage'), page.locator('#revealContacts')]
    const send = usage.getByRole('button', { name: 'Send GET' })
    await page.getByLabel('Test key').fill(apiKey)
    await page.locator('#test-key-note').getByText('Only test keys').waitFor()
    expect(await send.isVisible()).toBe(false)
    await page.getByLabel('Test key').fill(testKey)
    await send.click()
    await usage.getByText('Status 200', { exact: true }).waitFor()
    expect(await usage.locator('.reply').textContent()).toContain('acc_test_')
    await reveal.getByRole('button', { name: 'Send POST' }).click()
    await reveal.getByText('Status 200', { exact: true }).waitFor()
    expect(await reveal.locator('.reply').textContent()).toContain('vera@magic.example')
    // It is kept for this tab, and for no other.
    await page.reload()
    await expect.poll(() => page.getByLabel('Test key').inputValue()).toBe(testKey)
    const other = await page.context().newPage()
    await other.goto('/docs')
    await other.getByLabel('Test key').waitFor()
    expect(await other.getByLabel('Test key').inputValue()).toBe('')
    await leave()
  })

  it('DOC-5: examples are shown in one language, which is the same on the whole page and stays chosen', async () => {
    const { page, leave } = await stage.visit()
    await page.goto('/docs')
    const shown = (id: string) => page.locator(`#${id} .languages [data-language]`).filter({ visible: true })
    expect(await shown('getUsage').getAttribute('data-language')).toBe('curl')
    await page.locator('#getUsage').getByRole('button', { name: 'Python', exact: true }).click()
    expect(await shown('getUsage').locator('pre').textContent()).toContain('client.get_usage()')
    expect(await shown('revealContacts').locator('pre').textContent()).toContain('client.reveal_contacts(')
    await page.reload()
    await shown('getUsage').getByText('client.get_usage()').waitFor()
    await leave()
  })

  it('SDK-1: the client runs in a page and in a worker', async () => {
    const { apiKey } = await stage.createAccount({ email: newEmail('client'), password, credits: 2 })
    const { page, leave } = await stage.visit()
    const files: Record<string, string> = {
      ...(await buildClient()),
      'page.html':
        '<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><main><h1>A page</h1></main>',
      'worker.js': `import { createProspector } from './prospector.js'
onmessage = async ({ data }) => postMessage((await createProspector(data).getUsage()).object)`,
      'main.js': `import { createProspector } from './prospector.js'
export async function run(apiKey) {
  const options = { apiKey, origin: location.origin }
  const usage = await createProspector(options).getUsage()
  const worker = new Worker('/client/worker.js', { type: 'module' })
  const said = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage(options)
  })
  return [usage.object, said]
}`,
    }
    await page.route('**/client/*', (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1)!
      const contentType = name.endsWith('.js') ? 'text/javascript' : 'text/html'
      return route.fulfill({ contentType, body: files[name]! })
    })
    await page.goto('/client/page.html')
    const seen = await page.evaluate(`import('/client/main.js').then(({ run }) => run('${apiKey}'))`)
    expect(seen).toEqual(['usage', 'usage'])
    await leave()
  })

  it('DOC-10: they are searched by words in any part, and by nothing again', async () => {
    const { page, leave } = await stage.visit()
    await page.goto('/docs')
    const field = page.getByRole('searchbox')
    const matches = page.locator('#matches')
    const shown = page.locator('[data-searchable]').filter({ visible: true })
    const all = await page.locator('[data-searchable]').count()
    const contents = page.getByRole('button', { name: 'Contents' })
    if (await contents.isVisible()) await contents.click()
    await page.keyboard.press('/')
    expect(await field.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
    // A field of an operation, two words that stand apart, an error, and the contact that makes it.
    for (const [text, id] of [
      ['reference', 'revealContacts'],
      ['SECRET rotate', 'rotateWebhookSecret'],
      ['ct_test_OnExclusionLists', 'guide-test-mode'],
    ] as const) {
      await field.fill(text)
      await page.locator(`#${id}`).filter({ visible: true }).waitFor()
      const found = await shown.count()
      expect(found).toBeLessThan(all / 2)
      expect(await matches.textContent()).toBe(`${found} of ${all} sections`)
      expect(await page.locator('#contents li').filter({ visible: true }).count()).toBe(found)
    }
    await field.fill('nosuchword')
    expect([await shown.count(), await matches.textContent()]).toEqual([0, `0 of ${all} sections`])
    await field.press('Escape')
    expect([await shown.count(), await matches.textContent(), await field.inputValue()]).toEqual([all, '', ''])
    // A link into a section that the search hides shows it again.
    await field.fill('ct_test_OnExclusionLists')
    expect(await page.locator('#getUsage').isVisible()).toBe(false)
    await page.evaluate(`location.hash = 'getUsage'`)
    await page.locator('#getUsage').filter({ visible: true }).waitFor()
    await leave()
  })
})
