/** What a person does in the browser, each with the milliseconds until they see the outcome, as the page counts them. */
import type { Page } from 'playwright-core'
import type { Random } from './search-rows.ts'

const filters = 'aside[aria-label="Filters"] :is(input[type=checkbox], button[aria-pressed])'
const letters = 'abcdefgilmnoprstuv'

/** The other pages of the rail, and back. */
const places = ['/stores', '/revealed', '/usage', '/settings', '/contacts']

/**
 * Runs in the page: acts, and waits for the frame after `isDone` has become true. It is asked whenever the document changes.
 * Null where nothing came of it.
 */
const watch = `(act, isDone, giveUpMs = 4000) => new Promise((resolve) => {
  const start = performance.now()
  const finish = (value) => {
    observer.disconnect()
    clearTimeout(timer)
    resolve(value)
  }
  const observer = new MutationObserver(() => {
    if (isDone()) {
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => finish(performance.now() - start)))
    }
  })
  const timer = setTimeout(() => finish(null), giveUpMs)
  observer.observe(document, { attributes: true, childList: true, subtree: true, characterData: true })
  act()
})`

/** The old total is marked as stale, until the new one is there. A search made before is there at once: null. */
const nextTotal = `(() => {
  let wasStale = false
  return () => {
    const total = document.querySelector('[data-testid=total]')
    if (total?.dataset.stale === 'true') wasStale = true
    return wasStale && total?.dataset.stale === 'false'
  }
})()`

const measure = (page: Page, act: string, isDone: string, giveUpMs?: number): Promise<number | null> =>
  page.evaluate<number | null>(`(${watch})(${act}, ${isDone}, ${giveUpMs})`)

/** One more letter in the field for names; a full one is cleared first. The field waits 120 ms for the next letter. */
export async function typeLetter(page: Page, random: Random): Promise<number | null> {
  const field = page.locator('[data-search-field]')
  if ((await field.inputValue()).length >= 4) {
    await field.fill('')
    await page.locator('[data-testid=total][data-stale=false]').waitFor()
  }
  await field.focus()
  const letter = letters[Math.floor(random() * letters.length)]
  return measure(page, `() => document.execCommand('insertText', false, '${letter}')`, nextTotal, 1_500)
}

const menu = '#commands'
const menuField = 'dialog[open] [role=combobox]'

/** One more letter in the command menu, from the third on. The menu waits 70 ms for the next letter. */
export async function findAsYouType(page: Page, random: Random): Promise<number | null> {
  const letter = () => letters[Math.floor(random() * letters.length)]
  if ((await page.locator(menuField).count()) === 0) await page.keyboard.press('Control+k')
  const field = page.locator(menuField)
  const typed = (await field.inputValue()).length
  if (typed < 2 || typed >= 5) {
    await field.fill(`${letter()}${letter()}`)
    await page.waitForTimeout(150)
    await page.locator(`${menu}[data-stale=false]`).waitFor()
  }
  await field.focus()
  return measure(page, `() => document.execCommand('insertText', false, '${letter()}')`, nextFound, 1_500)
}

const nextFound = `(() => {
  let wasStale = false
  return () => {
    const { stale } = document.querySelector('${menu}').dataset
    if (stale === 'true') wasStale = true
    return wasStale && stale === 'false'
  }
})()`

/** What the menu waits for of the server: from the request to the whole answer, without a frame. */
export function askFind(page: Page, random: Random): Promise<number> {
  const whole = ['anna', 'anna li', 'head of', 'maria', 'bronze', 'founder', 'north']
  const word = whole[Math.floor(random() * whole.length)]!
  const text = word.slice(0, 2 + Math.floor(random() * (word.length - 1)))
  return page.evaluate<number>(`(async () => {
    const start = performance.now()
    const answer = await fetch('/app/v1/find', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: '${text}' }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.json()
    return performance.now() - start
  })()`)
}

/** One click after the other; filters add up until there are many of them. */
export const clickFilter = (page: Page, random: Random): (() => Promise<number | null>) => {
  const seen = new Set<string>()
  return async () => {
    if (new URL(page.url()).searchParams.size > 6) await page.goto('/contacts')
    await page.locator(filters).first().waitFor()
    const at = Math.floor(random() * (await page.locator(filters).count()))
    const took = await measure(page, `() => document.querySelectorAll('${filters}')[${at}].click()`, nextTotal, 1_500)
    const { search } = new URL(page.url())
    // From memory it would flatter the figure.
    if (seen.has(search)) return null
    seen.add(search)
    return took
  }
}

/** To the end of the rows that are loaded; the next ones follow. After some thousand it starts from the top. */
export async function scrollOn(page: Page): Promise<number | null> {
  const loaded = await page.evaluate<number>(lastRow)
  if (loaded > 2_000) await page.goto('/contacts')
  await page.locator('[data-row="0"], [data-row]').first().waitFor()
  const isDone = `(() => { const before = ${lastRow}; return () => ${lastRow} > before + 20 })()`
  const act = `() => { const grid = document.querySelector('[role=grid]').parentElement; grid.scrollTop = grid.scrollHeight }`
  return measure(page, act, isDone)
}

const lastRow = `Math.max(...[...document.querySelectorAll('[data-row]')].map(({ dataset }) => Number(dataset.row)))`

export function openDrawer(page: Page, random: Random): Promise<number | null> {
  const row = `document.querySelectorAll('[data-row]')[${Math.floor(random() * 12)}]`
  return measure(page, `() => ${row}.click()`, `() => document.querySelector('[data-details] header p')`)
}

export async function closeDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close details' }).click()
  await page.locator('[data-details]').waitFor({ state: 'detached' })
}

/** From page to page by the rail, and from the stores to one of them that was not opened yet. Seen: a title, no skeleton. */
export const openPage = (page: Page): (() => Promise<number | null>) => {
  let opened = 0
  return async () => {
    opened += 1
    const path = places[opened % places.length]!
    const isStore = new URL(page.url()).pathname === '/stores'
    const link = isStore
      ? `[...document.querySelectorAll('[role=grid] a[href^="/stores/"]')][${Math.floor(opened / places.length) % 18}]`
      : `document.querySelector('nav a[href="${path}"]')`
    const isDone = `(() => { const from = location.pathname; return () => location.pathname !== from &&
      document.querySelector('main h1') && !document.querySelector('main .pulse-soft') })()`
    return measure(page, `() => ${link}.click()`, isDone)
  }
}

const bareFrame = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`

/** A page that does nothing but send a search and write its total. */
export const bareSearch = (page: Page, nth: number): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const place = document.body.appendChild(document.createElement('output'))
    const start = performance.now()
    const answer = await fetch('/api/v1/contacts/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ store: { lead_fit_score: { min: ${nth % 97} } }, limit: 25,
        facets: ['role', 'seniority', 'country', 'category', 'traffic_tier', 'revenue_tier', 'theme_type', 'app', 'pixel'] }),
    })
    place.textContent = (await answer.json()).total
    await ${bareFrame}
    place.remove()
    return performance.now() - start
  })()`)

/** A page that does nothing but show an element. */
export const bareClick = (page: Page): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const start = performance.now()
    const place = document.body.appendChild(document.createElement('output'))
    await ${bareFrame}
    place.remove()
    return performance.now() - start
  })()`)
