/**
 * Pictures of every page and state of a running server, at four widths, light and dark. It changes nothing there:
 *
 *   node test/browser/take-screenshots.ts http://localhost:8080 EMAIL PASSWORD [--folder screenshots]
 *     [--widths 1440,1280,1024,390] [--themes light,dark] [--only contacts,store] [--authorize URL] [--readme]
 *
 * `--authorize` is the address at which an integration starts: the consent page is then among the pictures. `--readme` takes
 * the three pictures of README.md instead, into docs/pictures; they show what the account has revealed.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from './chromium.ts'
import { isPhone, openScenes, originOf, type Scene, signedInScenes } from './screenshot-scenes.ts'

const heights: Record<number, number> = { 1440: 900, 1280: 800, 1024: 768, 390: 844 }
const readmePictures = [
  { file: 'contacts', scene: 'contacts-quoted', theme: 'light' },
  { file: 'reveal', scene: 'contacts-insights', theme: 'dark' },
  { file: 'store', scene: 'store', theme: 'light' },
] as const
type Theme = 'light' | 'dark'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string', default: 'screenshots' },
    widths: { type: 'string', default: '1440,1280,1024,390' },
    themes: { type: 'string', default: 'light,dark' },
    only: { type: 'string' },
    authorize: { type: 'string' },
    readme: { type: 'boolean', default: false },
  },
})
const [url, email, password] = positionals
if (!url || !email || !password) {
  process.stderr.write('Usage: node test/browser/take-screenshots.ts URL EMAIL PASSWORD [--folder F] [--only a,b] …\n')
  process.exit(2)
}
const wanted = values.only?.split(',')

const browser = await launchBrowser()
if (values.readme) {
  for (const { file, scene, theme } of readmePictures) {
    const context = await openContext(theme, 2)
    const page = await signIn(context)
    const found = signedInScenes.find(({ name }) => name === scene)!
    await show(page, await withStore(page, found), 1440)
    await writeFile(join('docs/pictures', `${file}.webp`), await asWebp(page))
    await context.close()
  }
} else {
  await mkdir(values.folder, { recursive: true })
  const signedOut = await openContext('light')
  await takeEach(await signedOut.newPage(), openScenes)
  await signedOut.close()
  const signedIn = await openContext('light')
  const page = await signIn(signedIn)
  const scenes = await Promise.all(signedInScenes.map((scene) => withStore(page, scene)))
  await takeEach(page, [
    ...scenes,
    { name: 'checkout', path: '/settings/billing', prepare: openCheckout },
    ...(values.authorize ? [{ name: 'consent', path: values.authorize }] : []),
  ])
}
await browser.close()

async function openContext(theme: Theme, deviceScaleFactor = 1): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url!,
    colorScheme: theme,
    reducedMotion: 'reduce',
    deviceScaleFactor,
  })
  await context.addInitScript("if (location.protocol !== 'about:') (localStorage.clear(), sessionStorage.clear())")
  return context
}

async function takeEach(page: Page, scenes: Scene[]): Promise<void> {
  const widths = values.widths.split(',').map(Number)
  for (const scene of scenes.filter(({ name }) => !wanted || wanted.includes(name))) {
    // A page follows its window and the theme by itself: it opens once for all desks and once for all phones.
    for (const alike of [widths.filter((width) => !isPhone(width)), widths.filter(isPhone)]) {
      if (alike[0] !== undefined && scene.fits?.(alike[0]) !== false) await takeOne(page, scene, alike)
    }
  }
}

async function takeOne(page: Page, scene: Scene, widths: number[]): Promise<void> {
  try {
    await show(page, scene, widths[0]!)
    for (const width of widths) {
      await page.setViewportSize({ width, height: heights[width] ?? 900 })
      for (const theme of values.themes.split(',') as Theme[]) {
        await page.emulateMedia({ colorScheme: theme })
        await page.screenshot({ path: join(values.folder, `${scene.name}-${width}-${theme}.png`) })
      }
    }
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${scene.name}: ${String(error).split('\n', 3).join(' ')}\n`)
  }
}

/** What a person folded, sorted or left behind in one scene is not there in the next. */
async function show(page: Page, { path, prepare }: Scene, width: number): Promise<void> {
  // In this order: a reveal that waits for an answer must neither be sent after all nor go on at the next page.
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize({ width, height: heights[width] ?? 900 })
  await page.goto(path, { waitUntil: 'networkidle' })
  await prepare?.(page, width)
  // A quote is requested and shown after a short delay.
  if (prepare) await page.waitForTimeout(900)
}

async function asWebp(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 72 })
  return Buffer.from(data, 'base64')
}

async function signIn(context: BrowserContext): Promise<Page> {
  const headers = { origin: new URL(url!).origin }
  const answer = await context.request.post('/auth/sign-in/email', { data: { email, password }, headers })
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`)
  const page = await context.newPage()
  await page.goto('/contacts', { waitUntil: 'networkidle' })
  return page
}

async function withStore(page: Page, scene: Scene): Promise<Scene> {
  if (!scene.path.includes('FIRST')) return scene
  const headers = { origin: originOf(page) }
  const answer = await page.request.post('/api/v1/stores/search', { data: { limit: 1 }, headers })
  const { data } = (await answer.json()) as { data: { domain: string }[] }
  return { ...scene, path: scene.path.replace('FIRST', data[0]!.domain) }
}

/** A link alone subscribes nobody, and works once. */
async function openCheckout(page: Page): Promise<void> {
  const headers = { origin: originOf(page) }
  const answer = await page.request.post('/api/v1/billing/subscription-link', { data: {}, headers })
  await page.goto(((await answer.json()) as { url: string }).url)
}
