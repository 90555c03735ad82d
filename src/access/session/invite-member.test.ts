import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../../../test/support/browser.ts'

let test: ServedApp
let owner: Browser
beforeAll(async () => {
  test = await startServedApp()
  await test.createAccount({ email: 'owner@shop.example' })
  owner = createBrowser(test)
  await owner.signIn('owner@shop.example')
})
afterAll(() => test.stop())

const invite = (email: string) => owner.call('POST', '/app/v1/invitations', { email, role: 'member' })

it('nobody is mailed more than three invitations of one account a day, withdrawn ones included', async () => {
  for (let time = 0; time < 3; time += 1) {
    const { status, body } = await invite('grace@shop.example')
    expect(status).toBe(200)
    await owner.call('POST', `/app/v1/invitations/${body.invitation.id}/withdraw`)
  }
  const fourth = await invite('Grace@shop.example')
  expect([fourth.status, fourth.body.error.param]).toEqual([400, 'email'])
  expect((await invite('alan@shop.example')).status).toBe(200)
})
