/**
 * Every page of a running server, light and dark, on a desktop and on a phone:
 * node test/browser/take-screenshots.ts http://localhost:8080 EMAIL PASSWORD FOLDER
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, viewports } from './chromium.ts'

const pages: [name: string, path: string][] = [
  ['contacts', '/contacts'],
  ['contacts-filtered', '/contacts?email=yes&role=founder&app=Klaviyo'],
  ['stores', '/stores'],
  ['store', '/stores/FIRST'],
  ['enrich', '/enrich'],
  ['revealed', '/revealed'],
  ['usage', '/usage'],
  ['settings-profile', '/settings/profile'],
  ['settings-members', '/settings/members'],
  ['settings-keys', '/settings/keys'],
  ['settings-connections', '/settings/connections'],
  ['settings-billing', '/settings/billing'],
  ['settings-developers', '/settings/developers'],
]
const publicPages: typeof pages = [
  ['sign-in', '/sign-in'],
  ['sign-up', '/sign-up'],
]

type Sitting = { device: keyof typeof viewports; theme: 'light' | 'dark' }

const [url, email, password, folder = 'screenshots'] = process.argv.slice(2)
if (!url || !email || !password) {
  process.stderr.write('Usage: node test/browser/take-screenshots.ts URL EMAIL PASSWORD [FOLDER]\n')
  process.exit(2)
}
await mkdir(folder, { recursive: true })
const browser = await launchBrowser()
for (const device of ['desktop', 'phone'] as const) {
  for (const theme of ['light', 'dark'] as const) await sit(browser, { device, theme })
}
await browser.close()

async function sit(on: Browser, { device, theme }: Sitting): Promise<void> {
  const context = await on.newContext({ baseURL: url!, viewport: viewports[device], colorScheme: theme })
  const page = await context.newPage()
  const take = async ([name, path]: [string, string]) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: join(folder, `${name}-${device}-${theme}.png`) })
  }
  for (const each of publicPages) await take(each)
  await signIn(page)
  const domain = await firstDomain(page)
  for (const [name, path] of pages) await take([name, path.replace('FIRST', domain)])
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
  return (await page.getByRole('table').getByRole('link').first().textContent())!
}
