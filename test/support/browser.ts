/** A person with a browser: pages, forms and calls of the web application, with cookies. */

import { randomBytes, randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import type { LightMyRequestResponse } from 'fastify'
import type { AnyOperation } from '../../src/call/operation.ts'
import { authPath } from '../../src/sign-in/auth-options.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts'

export type ServedApp = TestApp & { url: string }

/** The whole application on a port of its own, which its PUBLIC_URL names. */
export async function startServedApp(options: TestAppOptions = {}): Promise<ServedApp> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const test = await startTestApp({ ...options, publicUrl: url })
  await test.app.http.server.listen({ port, host: 'localhost' })
  return { ...test, url }
}

/** A part for each worker of the run, below the ports that systems give to connections and the embedded database takes. */
const portsOfAWorker = 500
const portsFrom = 10_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 10) * portsOfAWorker
let portsTried = randomInt(portsOfAWorker)

/** One that nobody else in this run is told of, so that it is still free when it is used some seconds later. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    portsTried += 1
    const port = portsFrom + (portsTried % portsOfAWorker)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)))
  })
}

export type Page = {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape is what they test.
  body: any
  /** Where the browser ended up. */
  url: string
}

export type Browser = {
  cookies: Map<string, string>
  /** Every Set-Cookie header so far, as sent. */
  setCookies: string[]
  open(address: string): Promise<Page>
  /** As the address bar would, but stops at the first redirect to another origin. */
  submit(path: string, fields: Record<string, string>): Promise<Page>
  call(
    method: AnyOperation<never>['method'],
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Page>
  /** `link`: what the mail of a sign-up brings along. */
  signIn(email: string, password?: string, link?: string): Promise<Page>
}

export const usualPassword = 'correct horse battery staple'

/** Every browser has a network address of its own, so that limits per address do not mix people up. */
export function createBrowser({ app, url }: Pick<ServedApp, 'app' | 'url'>): Browser {
  const cookies = new Map<string, string>()
  const setCookies: string[] = []
  const remoteAddress = [10, ...randomBytes(3)].join('.')

  type Sending = { method: AnyOperation<never>['method']; headers: Record<string, string>; payload?: string }

  async function send(address: string, { method, headers, payload }: Sending): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { pathname, search, href } = new URL(address, url)
    const response = await app.http.server.inject({
      method,
      url: pathname + search,
      remoteAddress,
      headers: { ...(cookie && { cookie }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    // Mails are sent behind the answer: whoever looks into their mailbox next finds what this request sent.
    if (pathname.startsWith(authPath)) await app.auth.drain()
    const page = { ...read(response), url: href }
    for (const line of page.headers.getSetCookie()) keep(line)
    const target = page.headers.get('location')
    if (target === null || page.status < 300 || page.status >= 400) return page
    const next = new URL(target, url)
    if (next.origin !== url) return { ...page, url: next.href }
    return send(next.href, { method: 'GET', headers: { 'sec-fetch-site': 'same-origin' } })
  }

  function keep(line: string): void {
    setCookies.push(line)
    const [pair = '', ...attributes] = line.split(/; */)
    const name = pair.slice(0, pair.indexOf('='))
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) cookies.delete(name)
    else cookies.set(name, pair.slice(name.length + 1))
  }

  const browser: Browser = {
    cookies,
    setCookies,
    open: (address) => send(address, { method: 'GET', headers: { 'sec-fetch-site': 'none' } }),
    submit: (path, fields) =>
      send(path, {
        method: 'POST',
        payload: new URLSearchParams(fields).toString(),
        headers: {
          origin: url,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
      }),
    call: (method, path, body, headers = {}) => {
      const hasBody = method !== 'GET' && (method !== 'DELETE' || body !== undefined)
      return send(path, {
        method,
        ...(hasBody && { payload: JSON.stringify(body ?? {}) }),
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(method !== 'GET' && { origin: url }),
          ...(hasBody && { 'content-type': 'application/json' }),
          ...headers,
        },
      })
    },
    signIn: (email, password = usualPassword, link) =>
      browser.call('POST', `/auth/sign-in/email${link === undefined ? '' : `?confirm=${link}`}`, { email, password }),
  }
  return browser
}

function read(response: LightMyRequestResponse): Omit<Page, 'url'> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(response.headers)) {
    for (const one of [value].flat()) headers.append(name, String(one))
  }
  const isJson = headers.get('content-type')?.startsWith('application/json') && response.body !== ''
  return {
    status: response.statusCode,
    headers,
    text: response.body,
    body: isJson ? JSON.parse(response.body) : null,
  }
}

export const strongPassword = 'purple staircase 19 lamps'

/** The path of the link in the newest mail to somebody. */
export function pathInMail({ mails }: ServedApp, email: string): string {
  const mail = mails.findLast(({ to }) => to === email)
  if (!mail) throw new Error(`There is no mail to ${email}.`)
  const url = new URL(/https?:\/\/\S+/.exec(mail.text)![0])
  return url.pathname + url.search
}

/** Somebody new, signed in to the account that their sign-up opens. */
export async function signUpAs(
  test: ServedApp,
  { email, name = 'Grace', password = strongPassword }: { email: string; name?: string; password?: string },
): Promise<Browser> {
  const browser = createBrowser(test)
  await browser.call('POST', '/auth/sign-up/email', { name, email, password })
  const link = new URL(pathInMail(test, email), test.url).searchParams.get('confirm')!
  const signedIn = await browser.signIn(email, password, link)
  if (signedIn.status !== 200) throw new Error(`${email} could not sign up: ${signedIn.text}`)
  return browser
}

/** The value of a hidden field of a form, as the browser would send it back. */
export function hiddenField(page: Page, name: string): string {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1]
  if (value === undefined) throw new Error(`The page has no field ${name}: ${page.text.slice(0, 200)}`)
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** What the consent page sends along unseen: what is asked for, and the account it was shown for. */
export const consentFields = (page: Page) => ({
  query: hiddenField(page, 'query'),
  account: hiddenField(page, 'account'),
})
