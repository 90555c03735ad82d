/** A person with a browser, as OAuth needs one: signs in, reads the consent page, allows, and comes back with a code. */
const { ORIGIN, EMAIL, PASSWORD } = process.env

/** From the authorization request to the address that the integration is called back at. */
export async function authorize(address) {
  const cookies = new Map()
  let page = await open(address)
  for (let steps = 0; steps < 10; steps += 1) {
    if (page.leftFor) return page.leftFor
    const form = readForm(page.text)
    if (page.path === '/sign-in') page = await open('/sign-in', { ...form, email: EMAIL, password: PASSWORD })
    else if (page.path === '/consent') page = await open('/consent', { ...form, decision: 'allow' })
    else throw new Error(`The person is stuck at ${page.path} (${page.status}): ${page.text.slice(0, 300)}`)
  }
  throw new Error('The person goes in circles.')

  async function open(to, form) {
    const url = new URL(to, ORIGIN)
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const target = answer.headers.get('location')
    if (target === null) return { path: url.pathname, status: answer.status, text: await answer.text() }
    const next = new URL(target, url)
    return next.origin === ORIGIN ? open(next) : { leftFor: next }
  }
}

function readForm(page) {
  const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  return Object.fromEntries(fields.map(([, name, value]) => [name, withoutEntities(value)]))
}

const withoutEntities = (text) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Calls the API as the integration would with its token. */
export async function callApi(token, path = '/usage') {
  const answer = await fetch(`${ORIGIN}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`The API answered ${answer.status} to the token: ${await answer.text()}`)
  return answer.json()
}

export function expect(condition, message) {
  if (!condition) throw new Error(message)
}
