/** Somebody with a browser, as far as plain pages and forms need one: cookies are kept, redirects followed. */
export type Visitor = {
  open(path: string): Promise<VisitedPage>
  submit(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<VisitedPage>
}

type VisitedPage = { status: number; path: string; text: string; headers: Headers }

export function createVisitor(origin: string): Visitor {
  const cookies = new Map<string, string>()

  async function go(path: string, init: RequestInit): Promise<VisitedPage> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) }
    const response = await fetch(new URL(path, origin), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';')
      const [name, value] = pair!.split('=')
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    // The way back to the web application, which these visitors do not run.
    const isBack = location !== null && new URL(location, origin).pathname.startsWith('/settings/')
    if (location && !isBack) return go(location, {})
    if (isBack) return { status: response.status, path: location, text: '', headers: response.headers }
    return { status: response.status, path, text: await response.text(), headers: response.headers }
  }

  return {
    /** Links name the public address; the visitor goes to the same place on the port under test. */
    open: (path) => go(pathOf(path), {}),
    submit: (path, fields = {}, headers = {}) =>
      go(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
  }
}

const pathOf = (address: string): string => (address.startsWith('http') ? new URL(address).pathname : address)
