/** Mails of sign-in and invitations, with a mail server that does not take them. */
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createBrowser, type ServedApp, startServedApp, strongPassword } from '../../test/support/browser.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { type SmtpServer, startSmtpServer } from '../../test/support/smtp-server.ts'
import { createLog } from '../base/log.ts'
import { createMailer } from '../base/mail.ts'
import { sql } from '../base/sql.ts'
import { createChannelKeys } from '../catalog/channel-keys.ts'
import type { Db } from '../db/database.ts'
import { createOperatorKey } from '../ingest/operator-keys.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { createQueue } from '../queue/queue.ts'
import { queues } from '../queue/queues.ts'
import { createPatientMailer } from './send-mails.ts'
import { linkSeconds } from './verifications.ts'

const from = 'Prospector <no-reply@prospector.example>'
const mailerTo = ({ url }: SmtpServer) => createMailer({ smtpUrl: url, outboxDir: '/nowhere', from })

let smtp: SmtpServer
let metrics: Metrics
let test: ServedApp
beforeAll(async () => {
  smtp = await startSmtpServer()
})
afterAll(() => smtp.close())
beforeEach(async () => {
  metrics = createMetrics()
  test = await startServedApp({ mailer: mailerTo(smtp), metrics })
  smtp.mails.length = 0
})
afterEach(async () => {
  smtp.recover()
  await test.stop()
})

type Row = { state: string; data: string; output: string | null }
const waitingIn = (db: Db) =>
  db.query<Row>(sql`
    SELECT state::text, data::text, output::text FROM jobs.job WHERE name = 'sign_in_mail' AND state <> 'completed'`)
const waiting = () => waitingIn(test.app.database)
const expectWaiting = (length: number) => expect.poll(waiting, { timeout: 10_000 }).toHaveLength(length)
const attempts = async (outcome: 'done' | 'failed') =>
  Number(
    new RegExp(`^prospector_job_seconds_count\\{queue="sign_in_mail",outcome="${outcome}"\\} (\\d+)$`, 'm').exec(
      await metrics.text(),
    )?.[1] ?? 0,
  )
const askToSignUp = (email: string) =>
  createBrowser(test).call('POST', '/auth/sign-up/email', { name: 'Grace', email, password: strongPassword })

/** Long lines of a mail are folded. */
const textOf = (mail: string): string => mail.replaceAll('=\n', '').replaceAll('=3D', '=')

it('PEOPLE-15: a mail server that is away delays mails of sign-in and invitations, and loses none; nobody waits for it', async () => {
  const ada = { email: 'ada@team.example', password: strongPassword }
  await test.createAccount(ada)
  const owner = createBrowser(test)
  await owner.signIn(ada.email, strongPassword)

  smtp.hang()
  const startedAt = performance.now()
  const answers = [
    await askToSignUp('grace@new.example'),
    await createBrowser(test).call('POST', '/auth/request-password-reset', { email: ada.email }),
    await owner.call('POST', '/app/v1/invitations', { email: 'bob@team.example', role: 'member' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  await expect.poll(smtp.connections).toBe(3)
  smtp.recover()
  await expectWaiting(3)
  expect([smtp.mails, await attempts('failed')]).toEqual([[], 3])
  expect(await metrics.text()).toMatch(/^prospector_jobs\{queue="sign_in_mail",state="ready"\} 3$/m)
  const { key } = await createOperatorKey(test.app.database, 'system', { canOperate: true })
  const system = await test.call('GET', '/admin/v1/system', { key })
  expect(system.body.queues).toContainEqual({ queue: 'sign_in_mail', state: 'created', jobs: 3 })

  await test.app.queue.runWaiting()
  expect([await waiting(), smtp.mails.length, await attempts('done')]).toEqual([[], 3, 3])
  const confirmation = textOf(smtp.mails.find((mail) => mail.includes('To: grace@new.example'))!)
  const link = new URL(/Confirm email: (\S+)/.exec(confirmation)![1]!).searchParams.get('confirm')!
  expect((await createBrowser(test).signIn('grace@new.example', strongPassword, link)).status).toBe(200)
})

it('PEOPLE-15: a mail that waits is encrypted, and no attempt leaves its address in a row or a log line', async () => {
  smtp.judge((recipient) => `451 4.3.0 <${recipient}> try again later`)
  await askToSignUp('hedy@new.example')
  await expectWaiting(1)
  await test.app.queue.runWaiting()
  const [row] = await waiting()
  expect([row!.state, row!.output]).toEqual(['retry', expect.stringContaining('The mail was not sent: EENVELOPE 451.')])
  for (const seen of [JSON.stringify(row), test.logLines.join('')]) {
    for (const hidden of ['hedy', 'new.example', 'confirm=', 'Confirm your email']) expect(seen).not.toContain(hidden)
  }
  expect(test.logLines.join('')).toContain('451 4.3.0')
  smtp.recover()
  await test.store.owner.query(sql`UPDATE jobs.job SET start_after = now() WHERE name = 'sign_in_mail'`)
  await test.app.queue.runWaiting()
  expect([await waiting(), smtp.mails.length]).toEqual([[], 1])
})

it('PEOPLE-15: a mailbox that does not exist is no fault and not tried again; a refusal by policy is', async () => {
  smtp.judge(() => '550 5.1.1 no such user')
  await askToSignUp('nobody@new.example')
  await expect.poll(() => attempts('done')).toBe(1)
  expect([await waiting(), await attempts('failed')]).toEqual([[], 0])
  smtp.judge(() => '554 5.7.1 relay access denied')
  await askToSignUp('somebody@new.example')
  await expectWaiting(1)
  expect(await attempts('failed')).toBe(1)
})

it('PEOPLE-15: what a node that stops could not send yet is sent by another', async () => {
  const store = await createTestDatabase()
  const channelKeys = createChannelKeys([randomBytes(32)])
  const openNode = () => {
    const queue = createQueue(store.database, { log: createLog('silent') })
    const parts = { mailer: mailerTo(smtp), queue, background: store.database, channelKeys, log: createLog('silent') }
    return { queue, mails: createPatientMailer(parts) }
  }
  const [leaving, staying] = [openNode(), openNode()]
  smtp.hang()
  await leaving.mails.send({ to: 'ida@new.example', subject: 'Confirm', text: 'Soon' })
  const startedAt = performance.now()
  await leaving.mails.drain()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  expect(await waitingIn(store.database)).toHaveLength(1)
  await leaving.queue.stop()
  smtp.recover()
  await staying.queue.runWaiting()
  expect(smtp.mails).toEqual([expect.stringContaining('To: ida@new.example')])
  await staying.queue.stop()
  await store.drop()
})

it('PEOPLE-15: the last attempt comes while the links still work, and none after', () => {
  const { retryLimit, retryDelay, retryDelayMax, retentionSeconds } = queues.sign_in_mail
  const longest = Array.from({ length: retryLimit }, (_, at) => Math.min(retryDelayMax, retryDelay * 2 ** (at + 1)))
  const lastAfter = longest.reduce((sum, delay) => sum + delay, 0)
  expect(lastAfter).toBeGreaterThan(30 * 60)
  expect(lastAfter).toBeLessThan(linkSeconds)
  expect(retentionSeconds).toBeLessThanOrEqual(linkSeconds)
})
