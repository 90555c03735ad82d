/** Mails of sign-in and of invitations. Nobody waits for them, and a mail server that is away for a while loses none. */
import type { Logger } from 'pino'
import { hasNoMailbox, type Mail, type Mailer, mailFailure } from '../base/mail.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import type { Db } from '../db/database.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Queue } from '../queue/queue.ts'

export type PatientMailer = {
  /** Resolves at once, and never rejects: how long a mail takes would tell whether there is somebody to write to. */
  send(mail: Mail): Promise<void>
  /** Mails under way are sent, or wait in the queue for another node. */
  drain(): Promise<void>
}

type Options = {
  mailer: Mailer
  queue: Queue
  background: Db
  channelKeys: Pick<ChannelKeys, 'seal' | 'open'>
  log: Logger
  metrics?: Pick<Metrics, 'jobDone'> | null
}

/** A link in a mail opens something, so that it waits encrypted, as channels do. */
type WaitingMail = { key_id: string; sealed: string }

const name = 'sign_in_mail'
/** A mail server that hangs must not hold up a stop: the mail goes to the queue, and in the worst case arrives twice. */
const handOverAfterMs = 2_000
const drainWithinMs = 5_000

export function createPatientMailer(options: Options): PatientMailer {
  const { mailer, queue, background, channelKeys, log, metrics } = options
  const underWay = new Map<Promise<void>, { handOver(): void }>()

  async function deliver(mail: Mail): Promise<void> {
    try {
      await mailer.send(mail)
    } catch (error) {
      if (!hasNoMailbox(error)) throw error
      log.info({ err: error, source: 'mail' }, 'a mail was not taken: there is no such mailbox')
    }
  }

  /** Counted as attempts of the queue are. */
  async function attempt(mail: Mail): Promise<void> {
    const startedAt = performance.now()
    let failed = true
    try {
      await deliver(mail)
      failed = false
    } finally {
      metrics?.jobDone({ name, seconds: (performance.now() - startedAt) / 1_000, failed })
    }
  }

  async function sendOrKeep(mail: Mail, stopping: Promise<never>): Promise<void> {
    try {
      await Promise.race([attempt(mail), stopping])
    } catch (error) {
      log.warn({ err: error, source: 'mail' }, 'a mail could not be sent yet')
      const { keyId, sealed } = channelKeys.seal<Mail>(name, mail)
      const waiting: WaitingMail = { key_id: keyId, sealed: sealed.toString('base64') }
      await queue.enqueue(background, name, waiting)
    }
  }

  queue.handle<WaitingMail>(name, async ({ key_id, sealed }) => {
    await deliver(channelKeys.open<Mail>(name, key_id, Buffer.from(sealed, 'base64'))).catch((error: unknown) => {
      throw mailFailure(error)
    })
  })

  return {
    async send(mail) {
      const { promise: stopping, reject } = Promise.withResolvers<never>()
      const task = sendOrKeep(mail, stopping)
        .catch((err: unknown) =>
          log.error({ err, source: 'mail' }, 'a mail is lost: it could neither be sent nor kept'),
        )
        .finally(() => underWay.delete(task))
      underWay.set(task, { handOver: () => reject(new Error('The node stops.')) })
    },
    async drain() {
      const handOver = setTimeout(() => {
        for (const task of underWay.values()) task.handOver()
      }, handOverAfterMs)
      const tooLong = Promise.withResolvers<void>()
      const giveUp = setTimeout(tooLong.resolve, drainWithinMs)
      await Promise.race([Promise.all(underWay.keys()), tooLong.promise])
      clearTimeout(handOver)
      clearTimeout(giveUp)
    },
  }
}
