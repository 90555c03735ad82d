import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBase62 } from './ids.ts'

/** `html`: the same in HTML; a mail without it is plain text. */
export type Mail = { to: string; subject: string; text: string; html?: string; headers?: Record<string, string> }

export type Mailer = {
  /** Resolves when the mail is out of our hands: taken by the SMTP server, or a whole file in the outbox. */
  send(mail: Mail): Promise<void>
}

type MailerOptions = {
  /** Null: mail is written to `outboxDir`, one .eml file each, which every mail program opens. */
  smtpUrl: string | null
  outboxDir: string
  from: string
}

const nameLengthMax = 60

/**
 * A name that somebody chose, as it stands in a mail that bears our address: one short line in quotes, in which no mail
 * program finds a link. Otherwise whoever invites people could have us send them any text.
 */
export function quoteName(name: string): string {
  const line = name
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Z}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/[“„"«]/g, '‘')
    .replaceAll(/[”»]/g, '’')
    .replaceAll(/[.。:/\\@](?=\S)/g, '$& ')
    .trim()
  const letters = [...line]
  return letters.length > nameLengthMax ? `“${letters.slice(0, nameLengthMax - 1).join('')}…”` : `“${line}”`
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

/**
 * Whether the mail server says that there is no such mailbox: another attempt would get the same answer. A refusal by policy (5.7)
 * is none: it may be our address or password that is refused, and every mail with it.
 */
export function hasNoMailbox(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command, responseCode = 0, response = '' } = error as SmtpError
  return command === 'RCPT TO' && responseCode >= 500 && !/\b5\.7\.\d/.test(response)
}

/** What went wrong, for rows that are kept: a mail server's message may quote the address; its code and kind do not. */
export function mailFailure(error: unknown): Error {
  const { code, name = 'unknown', responseCode } = error instanceof Error ? (error as SmtpError) : {}
  return new Error(`The mail was not sent: ${code ?? name}${responseCode === undefined ? '' : ` ${responseCode}`}.`)
}

/** By the first mail: most threads of a node never send one. */
const loadNodemailer = () => import('nodemailer')

export function createMailer({ smtpUrl, outboxDir, from }: MailerOptions): Mailer {
  if (smtpUrl === null) return createOutbox(outboxDir, from)
  // Without these, a mail server that hangs would hold the sender for ten minutes.
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const connect = async () => (await loadNodemailer()).createTransport({ url: smtpUrl, ...timeouts })
  let transport: ReturnType<typeof connect> | undefined
  return {
    async send(mail) {
      transport ??= connect()
      await (await transport).sendMail({ from, ...mail })
    },
  }
}

/** Written under another name and then renamed, so that whoever watches the folder never sees half a mail. */
function createOutbox(outboxDir: string, from: string): Mailer {
  return {
    async send(mail) {
      const { createTransport } = await loadNodemailer()
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message } = await composer.sendMail({ from, ...mail })
      await mkdir(outboxDir, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBase62(8)}`
      const draft = join(outboxDir, `.${name}.part`)
      await writeFile(draft, message as Buffer, { mode: 0o600 })
      await rename(draft, join(outboxDir, `${name}.eml`))
    },
  }
}
