/** What a person does with a browser: pages, forms and calls of the web application, with cookies, against a real port. */
import { createServer } from 'node:net'
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

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, 'localhost', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
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
  call(method: 'GET' | 'POST', path: string, body?: unknown, headers?: Record<string, string>): Promise<Page>
  signIn(email: string, password?: string): Promise<Page>
}

export const usualPassword = 'correct horse battery staple'

export function createBrowser(url: string): Browser {
  const cookies = new Map<string, string>()
  const setCookies: string[] = []

  async function send(address: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(address, url), {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...init.headers },
    })
    for (const line of response.headers.getSetCookie()) keep(line)
    const target = response.headers.get('location')
    if (target && response.status >= 300 && response.status < 400) {
      const next = new URL(target, url)
      if (next.origin !== url) return { ...(await read(response)), url: next.href }
      return send(next.href, { method: 'GET', headers: { 'sec-fetch-site': 'same-origin' } })
    }
    return read(response)
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
        body: new URLSearchParams(fields),
        headers: { origin: url, 'sec-fetch-site': 'same-origin' },
      }),
    call: (method, path, body, headers = {}) =>
      send(path, {
        method,
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(method === 'POST' && { origin: url, 'content-type': 'application/json' }),
          ...headers,
        },
      }),
    signIn: (email, password = usualPassword) => browser.call('POST', '/auth/sign-in/email', { email, password }),
  }
  return browser
}

async function read(response: Response): Promise<Page> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : null,
    url: response.url,
  }
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
