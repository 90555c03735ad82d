import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createBrowser,
  hiddenField,
  pathInMail,
  type ServedApp,
  startServedApp,
  strongPassword,
  usualPassword,
} from '../../test/support/browser.ts'

let test: ServedApp
const email = 'pages@shop.example'
beforeAll(async () => {
  test = await startServedApp()
  await test.createAccount({ email })
})
afterAll(() => test.stop())

it('a line break in a form’s query ends in a page, never in a fault or a header of the caller’s', async () => {
  const query = 'client_id=x\r\nSet-Cookie: planted=1'
  const consent = await createBrowser(test).submit('/consent', { query, decision: 'allow' })
  expect(consent.status).toBe(200)
  expect(new URL(consent.url).pathname).toBe('/sign-in')

  const browser = createBrowser(test)
  const signedIn = await browser.submit('/sign-in', { query, email, password: usualPassword })
  expect(new URL(signedIn.url).pathname).toBe('/sign-in/problem')
  expect([...browser.cookies.keys()]).not.toContain('planted')
})

it('the link of a sign-up leads through the plain form, too', async () => {
  const browser = createBrowser(test)
  const email = 'plain@shop.example'
  await browser.call('POST', '/auth/sign-up/email', { name: 'Plain', email, password: strongPassword })
  const query = hiddenField(await browser.open(pathInMail(test, email)), 'query')
  const refused = await browser.submit('/sign-in', { query: '', email, password: strongPassword })
  expect(refused.status).toBe(401)
  await browser.submit('/sign-in', { query, email, password: strongPassword })
  expect((await browser.call('GET', '/app/v1/profile')).body.user.email).toBe(email)
})
