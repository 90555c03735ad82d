import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { fixedClock } from '../clock.ts'
import type { Mail } from '../mail.ts'
import { sendNotices } from './send-notices.ts'

const startAt = new Date('2026-03-02T09:30:00.000Z')
let now = startAt
let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt })
})
afterAll(() => test.stop())

const clock = fixedClock(() => now)
const subjects = () => test.mails.map((mail) => mail.subject)

it('BILL-8, B8: owners hear once when 80 and when 100 per cent of the credits are used', async () => {
  const { apiKey } = await test.createAccount({ name: 'Acme', credits: 10 })
  const contacts = await test.plantContacts(10)
  const run = async () => {
    await test.app.billing.runJobs()
    await test.app.billing.runJobs()
  }
  await test.reveal(apiKey, contacts.slice(0, 7))
  await run()
  expect(subjects()).toEqual([])
  await test.reveal(apiKey, contacts.slice(7, 8))
  await run()
  expect(subjects()).toEqual(['You have used 80% of your contact credits'])
  await test.reveal(apiKey, contacts.slice(8))
  await run()
  await test.reveal(apiKey, await test.plantContacts(1))
  await run()
  expect(subjects()).toEqual(['You have used 80% of your contact credits', 'You are out of contact credits'])
  expect(test.mails[0]!.text).toContain('8 of 10 contact credits')
})

it('B8: a mail that could not be sent is tried again later, and two senders at once send it once', async () => {
  const { apiKey } = await test.createAccount({ name: 'Bad luck', credits: 1 })
  await test.reveal(apiKey, await test.plantContacts(1))
  const refusing = { send: () => Promise.reject(new Error('no')) }
  // The look and the queue, without the sending.
  await test.app.billing.lookForNews()
  expect(await sendNotices(test.store.database, clock, refusing, test.app.http.server.log as never)).toBe(0)

  const sent: Mail[] = []
  const working = { send: async (mail: Mail) => void sent.push(mail) }
  const send = () => sendNotices(test.store.database, clock, working, test.app.http.server.log as never)
  expect(await send()).toBe(0)
  now = new Date(now.getTime() + 61_000)
  await Promise.all([send(), send(), send()])
  expect(sent.map((mail) => mail.subject)).toEqual(['You are out of contact credits'])
  now = new Date(now.getTime() + 3_600_000)
  expect(await send()).toBe(0)
})

it('BILL-8, B8: access that the clock ended, and a trial it ended, are told once', async () => {
  const { accountId } = await test.createAccount({ name: 'Tried', status: 'trialing' })
  expect(accountId).toBeTruthy()
  test.setTime(new Date(startAt.getTime() + 14 * 86_400_000))
  await test.app.billing.runJobs()
  await test.app.billing.runJobs()
  const told = test.mails.filter((mail) => mail.text.includes('“Tried”')).map((mail) => mail.subject)
  expect(told).toEqual(['Your trial has ended', 'Your access has ended'])
})
