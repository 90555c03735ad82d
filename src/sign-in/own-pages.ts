type Headers = Record<string, string | string[] | undefined>

/**
 * A cookie counts only when the browser itself says that the request comes from one of our own pages. `Sec-Fetch-Site`
 * can't be set by a script; where a browser does not send it (plain http on a name), `Origin` has to be ours. A GET
 * changes nothing and may also come from the address bar.
 */
export function isFromOwnPages(method: string, headers: Headers, ownOrigin: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || (isRead && site === 'none')
  const origin = headers.origin
  return origin === undefined ? isRead : origin === ownOrigin
}

/**
 * For forms that act without a cookie. A browser that does not say where a form comes from is an old one, or shows text alone: those may
 * use them, too.
 */
export const isFromOtherSite = (headers: Headers, ownOrigin: string): boolean =>
  (headers['sec-fetch-site'] ?? headers.origin) !== undefined && !isFromOwnPages('POST', headers, ownOrigin)
