import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditPage, type Stage, setStage } from './people.ts'

/** Every page, with what has to be on it before it is looked at. */
const pages = [
  ['/contacts?role=founder', 'Title'],
  ['/stores', 'Category'],
  ['/enrich', 'Drop a CSV, or paste domains'],
  ['/revealed', 'What you reveal is kept here'],
  ['/usage', 'Statement'],
  ['/settings/profile', 'Second factor'],
  ['/settings/members', 'Second factor'],
  ['/settings/keys', 'First key'],
  ['/settings/connections', 'Nothing is connected'],
  ['/settings/billing', 'Payment method'],
  ['/settings/developers', 'Base address'],
  ['/nowhere', ''],
] as const

const publicPages = [
  ['/sign-in', 'Forgot the password?'],
  ['/sign-up', 'Create account'],
  ['/forgot-password', 'Send the link'],
  ['/reset-password?token=abc', 'Set the password'],
] as const

describe('every page', () => {
  let stage: Stage
  let email: string

  beforeAll(async () => {
    stage = await setStage()
    email = await stage.createOwner()
  }, 120_000)
  afterAll(() => stage?.stop())

  for (const theme of ['light', 'dark'] as const) {
    it(`holds no axe violation, console error or foreign request, signed in and ${theme}`, async () => {
      const { page, complaints, signIn, leave } = await stage.visit({ theme })
      await signIn(email)
      const findings: string[] = []
      for (const [path, text] of pages.filter(([, text]) => text !== '')) {
        await page.goto(path)
        await page.getByText(text, { exact: true }).first().waitFor()
        findings.push(...(await auditPage(page)).map((finding) => `${path}: ${finding}`))
      }
      expect(findings).toEqual([])
      expect(complaints).toEqual([])
      await leave()
    }, 120_000)

    it(`holds no axe violation before sign-in, ${theme}`, async () => {
      const { page, complaints, leave } = await stage.visit({ theme, device: 'phone' })
      const findings: string[] = []
      for (const [path, text] of publicPages) {
        await page.goto(path)
        await page.getByText(text, { exact: true }).first().waitFor()
        findings.push(...(await auditPage(page)).map((finding) => `${path}: ${finding}`))
      }
      expect(findings).toEqual([])
      expect(complaints).toEqual([])
      await leave()
    }, 60_000)
  }

  it('stays within the width of a phone', async () => {
    const { page, signIn, leave } = await stage.visit({ device: 'phone' })
    await signIn(email)
    for (const [path, text] of pages.filter(([, text]) => text !== '' && text !== 'Title')) {
      await page.goto(path)
      await page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' })
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(390)
    }
    await leave()
  }, 60_000)

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
