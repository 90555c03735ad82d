/** Operators and their sessions in the console, for tests. The application has `clock: 'fixed'`: codes are of its time. */
import { createOperator } from '../../src/operator/operators.ts'
import { codeAt } from './authenticator.ts'
import { type Browser, createBrowser, hiddenField, type Page, type ServedApp, usualPassword } from './browser.ts'
import { hashOnce } from './hash-once.ts'

export async function addOperator(test: ServedApp, email: string, name = 'Olga'): Promise<string> {
  const { database, clock } = test.app
  return createOperator(database, clock, { email, name, passwordHash: await hashOnce.hash(usualPassword) })
}

const stepMs = 30_000

/** What the authenticator shows now, or some half minutes from now. */
export const codeNow = ({ app }: ServedApp, secret: string, later = 0): string =>
  codeAt(secret, Math.floor(app.clock.now().getTime() / stepMs) + later)

export const giveOperatorPassword = (browser: Browser, email: string, password = usualPassword): Promise<Page> =>
  browser.submit('/operator/sign-in', { email, password })

export type SignedInOperator = {
  id: string
  browser: Browser
  secret: string
  recoveryCodes: string[]
  /** Fills in the form of a page as its browser would, and sends it. */
  send(page: Page, action: string, fields?: Record<string, string>): Promise<Page>
}

/** A new operator who has set up the second factor, and is signed in. */
export async function signInNewOperator(test: ServedApp, email: string, name?: string): Promise<SignedInOperator> {
  const id = await addOperator(test, email, name)
  const browser = createBrowser(test)
  const setUp = await giveOperatorPassword(browser, email)
  const secret = secretOn(setUp)
  const token = hiddenField(setUp, 'token')
  const done = await browser.submit('/operator/set-up', { token, code: codeNow(test, secret) })
  return {
    id,
    browser,
    secret,
    recoveryCodes: codesOn(done),
    send: (page, action, fields) => sendForm(browser, page, action, fields),
  }
}

export const secretOn = ({ text }: Page): string => {
  const [, shown] = /<dd><strong>([A-Z2-7 ]+)<\/strong>/.exec(text) ?? []
  if (shown === undefined) throw new Error(`The page shows no key: ${text.slice(-800)}`)
  return shown.replaceAll(' ', '')
}

export const codesOn = ({ text }: Page): string[] =>
  [...text.matchAll(/[0-9a-z]{4}(?:-[0-9a-z]{4}){3}/g)].map(([code]) => code)

function sendForm(browser: Browser, page: Page, action: string, fields: Record<string, string> = {}): Promise<Page> {
  const at = page.text.indexOf(`action="${action}"`)
  if (at < 0) throw new Error(`The page has no form for ${action}: ${page.text.slice(-800)}`)
  const own = { ...page, text: page.text.slice(at, page.text.indexOf('</form>', at)) }
  const once = own.text.includes('name="once"') ? { once: hiddenField(own, 'once') } : {}
  return browser.submit(action, { token: hiddenField(own, 'token'), ...once, ...fields })
}
