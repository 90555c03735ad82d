import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { misspelt } from '../../../test/support/misspelt.ts'
import { findAccount } from '../../accounts/accounts.ts'
import type { Mail, Mailer } from '../../base/mail.ts'
import { sql } from '../../base/sql.ts'
import { grantPack } from '../../credits/lots.ts'
import type { Database } from '../../db/database.ts'
import { createCreditWatch } from '../top-up/watch-credits.ts'
import * as letters from './notice-letters.ts'
import { type NoticeKey, queueNotices } from './notices.ts'
import { hasOptedOut } from './opt-outs.ts'
import { sendNotice } from './send-notices.ts'
import { noticeWhatTheClockEnded } from './watch-accounts.ts'

const startAt = new Date('2026-03-02T09:30:00.000Z')
let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt })
})
afterAll(() => test.stop())

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
  expect(subjects()).toEqual(['Your contact credits are running low'])
  await test.reveal(apiKey, contacts.slice(8))
  await run()
  await test.reveal(apiKey, await test.plantContacts(1))
  await run()
  expect(subjects()).toEqual(['Your contact credits are running low', 'You are out of contact credits'])
  expect(test.mails[0]!.text).toContain('has 2 contact credits left; this period came with 10.')
})

it('BILL-8: the mail about low credits counts those of a pack among what is left, not as used', async () => {
  const { accountId, apiKey } = await test.createAccount({ name: 'Packed', credits: 10 })
  const { database, clock } = test.app
  const expiresAt = new Date(startAt.getTime() + 365 * 86_400_000)
  const draft = { accountId, credits: 2, expiresAt, reference: 'pack', reason: 'Pack' }
  await grantPack(database, clock, { ...draft, door: 'billing' })
  await test.reveal(apiKey, await test.plantContacts(10))
  await test.app.billing.runJobs()
  const told = test.mails.filter(({ text }) => text.includes('“Packed”')).map(({ text }) => text)
  expect(told).toEqual([expect.stringContaining('“Packed” has 2 contact credits left; this period came with 10.')])
})

it('B8: a mail about low credits whose job can’t be written is written with it the next time', async () => {
  const { accountId, apiKey } = await test.createAccount({ name: 'Queued', credits: 1 })
  await test.reveal(apiKey, await test.plantContacts(1))
  const { database, billing } = test.app
  const away = { ...billing.context, enqueue: () => Promise.reject(new Error('The queue is away.')) }
  const watch = createCreditWatch(database, away)
  watch.note(accountId)
  await expect(watch.look()).rejects.toThrow('The queue is away.')
  await billing.runJobs()
  expect(test.mails.filter(({ text }) => text.includes('“Queued”'))).toHaveLength(1)
})

it('B8: a look at many accounts with enough credits takes two statements', async () => {
  const { database, billing } = test.app
  let statements = 0
  const counted: Database = {
    ...database,
    query: (statement) => {
      statements += 1
      return database.query(statement)
    },
  }
  const watch = createCreditWatch(counted, billing.context)
  for (let at = 0; at < 5; at += 1)
    watch.note((await test.createAccount({ name: `Rich ${at}`, credits: 10 })).accountId)
  await watch.look()
  expect(statements).toBe(2)
})

const noticesOf = (accountId: string) =>
  test.store.database.query<NoticeKey>(
    sql`SELECT account_id, kind, about, user_id FROM billing_notices WHERE account_id = ${accountId}`,
  )

it('B8: a mail that could not be sent is tried again without its address in the log, and is sent once', async () => {
  const { apiKey, accountId } = await test.createAccount({ name: 'Bad luck', credits: 1, email: 'bad@luck.example' })
  await test.reveal(apiKey, await test.plantContacts(1))
  await test.app.billing.lookForNews()
  const [notice] = await noticesOf(accountId)
  const send = (mailer: Mailer) => sendNotice(test.store.database, test.app.billing.context, mailer, notice!)
  const refused = Object.assign(new Error('550 <bad@luck.example> refused'), { code: 'EENVELOPE' })
  await expect(send({ send: () => Promise.reject(refused) })).rejects.toThrow('The mail was not sent: EENVELOPE.')
  const before = test.mails.length
  await test.app.billing.runJobs()
  expect(test.mails.slice(before).map(({ to, subject }) => [to, subject])).toEqual([
    ['bad@luck.example', 'You are out of contact credits'],
  ])
  const sent: Mail[] = []
  await send({ send: async (mail) => void sent.push(mail) })
  expect(sent).toEqual([])
})

it('B8: notices that a node of the release before left unsent are sent, and those that it will still send are left to it', async () => {
  const { accountId, userId } = await test.createAccount({ name: 'Older' })
  for (const [about, minutes] of [
    ['left', 11],
    ['underway', 1],
  ] as const) {
    await test.store.database.query(sql`
      INSERT INTO billing_notices (account_id, kind, about, user_id, subject, body, created_at, next_attempt_at)
      SELECT ${accountId}, 'receipt', ${about}, ${userId}, ${about}, 'Text', t, t
      FROM (SELECT ${startAt}::timestamptz - make_interval(mins => ${minutes})) AS x (t)`)
  }
  await test.app.billing.runJobs()
  expect(subjects()).toContain('left')
  expect(subjects()).not.toContain('underway')
})

it('BILL-18, B12: one click stops reminders about credits and nothing else; opening the link does not', async () => {
  const { apiKey, accountId, userId } = await test.createAccount({ name: 'Quiet', credits: 10 })
  const contacts = await test.plantContacts(10)
  await test.reveal(apiKey, contacts.slice(0, 8))
  await test.app.billing.runJobs()
  const told = () => test.mails.filter((mail) => mail.text.includes('“Quiet”'))
  const { text, html, headers } = told()[0]!
  const url = /Stop credit reminders: (\S+)/.exec(text)![1]!
  expect(headers).toEqual({ 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
  const path = url.slice('http://localhost:8080'.length)
  const post = (form: string, to = path) =>
    test.app.http.server.inject({
      method: 'POST',
      url: to,
      payload: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await test.call('GET', path)).text).toContain('Stop these emails')
  expect((await test.call('GET', misspelt(path))).status).toBe(404)
  expect((await post('', path.replace('usr_', 'usr_x'))).statusCode).toBe(404)
  expect((await post('List-Unsubscribe=One-Click')).body).toContain('You are unsubscribed')

  await test.reveal(apiKey, contacts.slice(8))
  await test.app.billing.runJobs()
  expect(told()).toHaveLength(1)
  expect(await noticesOf(accountId)).toHaveLength(2)
  const account = (await findAccount(test.store.database, accountId))!
  const { context } = test.app.billing
  const receipt = { ...letters.receipt('Quiet', 'Pro', '$99', context.publicUrl), about: 'in_1' }
  await queueNotices(test.store.database, context, account, [receipt])
  await test.app.billing.runJobs()
  expect(told().at(-1)).toMatchObject({ subject: 'Receipt for your payment of $99' })
  expect(told().at(-1)).not.toHaveProperty('headers')

  expect((await post('again=yes')).body).toContain('You get credit reminders again.')
  expect(await hasOptedOut(test.store.database, { userId, topic: 'credits' })).toBe(false)
})

it('BILL-8, B8: the end of access and of a trial by the clock is reported once', async () => {
  const { accountId } = await test.createAccount({ name: 'Tried', status: 'trialing' })
  expect(accountId).toBeTruthy()
  test.setTime(new Date(startAt.getTime() + 14 * 86_400_000))
  // A mail whose job can't be written is not written either: the next look writes both.
  const { database, billing } = test.app
  const away = { ...billing.context, enqueue: () => Promise.reject(new Error('The queue is away.')) }
  await expect(noticeWhatTheClockEnded(database, away)).rejects.toThrow('The queue is away.')
  await test.app.billing.runJobs()
  await test.app.billing.runJobs()
  const told = test.mails.filter((mail) => mail.text.includes('“Tried”')).map((mail) => mail.subject)
  expect(told).toEqual(['Your trial has ended', 'Your access has ended'])
})
