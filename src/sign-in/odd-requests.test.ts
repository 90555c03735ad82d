import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

describe('a NUL is a bad request at every door of sign-in, never a fault', () => {
  it.each([
    '/auth/oauth2/authorize?client_id=%00&scope=usage:read',
    '/consent?client_id=%00&redirect_uri=http://x.example',
    '/auth/reset-password/%00?callbackURL=/x',
  ])('GET %s', async (address) => {
    expect((await createBrowser(test).open(address)).status).toBe(400)
  })

  it('in JSON', async () => {
    const reset = { token: 'a\0b', newPassword: 'quite another sentence 47' }
    expect((await createBrowser(test).call('POST', '/auth/reset-password', reset)).status).toBe(400)
  })

  it('in a form', async () => {
    expect((await createBrowser(test).submit('/consent', { query: 'client_id=\0' })).status).toBe(400)
  })
})

it('a text that only looks like a NUL is text like any other', async () => {
  const email = 'percent@shop.example'
  const password = 'sentence with %00 and \\u0000 in it'
  const signedUp = await createBrowser(test).call('POST', '/auth/sign-up/email', { name: 'P', email, password })
  expect(signedUp.status).toBe(200)
})

it('an address in absolute form, as proxies send it, is read like any other', async () => {
  const answer = await fetchAbsolute(`${test.url}/auth/get-session`)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

/** `fetch` can't send it: the request line names a host of its own. */
function fetchAbsolute(address: string): Promise<string> {
  const { hostname, port, pathname } = new URL(address)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
    socket.write(
      `GET http://elsewhere.example${pathname} HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n`,
    )
  })
}
