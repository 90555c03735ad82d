import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startSmtpServer } from '../../test/support/smtp-server.ts'
import { createMailer, quoteName } from './mail.ts'

const from = 'Prospector <no-reply@prospector.example>'
const mail = { to: 'ada@shop.example', subject: 'Your trial ends soon', text: 'Three days are left.\n' }
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

it('RUN-6: without an SMTP server each mail is one whole file in the outbox', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prospector-mail-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  const mailer = createMailer({ smtpUrl: null, outboxDir: join(folder, 'outbox'), from })

  await Promise.all([mailer.send(mail), mailer.send({ ...mail, to: 'bob@shop.example' })])

  const files = await readdir(join(folder, 'outbox'))
  expect(files).toHaveLength(2)
  expect(files.every((name) => name.endsWith('.eml'))).toBe(true)
  const texts = await Promise.all(files.map((name) => readFile(join(folder, 'outbox', name), 'utf8')))
  const toAda = texts.find((text) => text.includes('To: ada@shop.example'))!
  expect(toAda).toContain('Subject: Your trial ends soon')
  expect(toAda).toContain('Three days are left.')
})

it.each([
  ['Ada', '“Ada”'],
  ['Tea & Soap', '“Tea & Soap”'],
  ['  Ada\tLovelace\u2028 ', '“Ada Lovelace”'],
  ['Ada\r\n\r\nYour account was suspended', '“Ada Your account was suspended”'],
  ['\u202eelpmaxe\u202c', '“elpmaxe”'],
  ['Ada” says: “pay', '“Ada’ says: ‘pay”'],
  ['J.R. Smith', '“J. R. Smith”'],
  ['https://evil.example/login', '“https: / / evil. example/ login”'],
  ['www．evil。example', '“www. evil。 example”'],
  ['ada@evil.example', '“ada@ evil. example”'],
  ['x'.repeat(5_000), `“${'x'.repeat(59)}…”`],
  ['🐙'.repeat(61), `“${'🐙'.repeat(59)}…”`],
])('a name in a mail is one short line in quotes, and nothing in it can be taken for a link: %j', (name, shown) => {
  expect(quoteName(name)).toBe(shown)
})

it('a line break in a subject can’t add a header', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prospector-mail-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  await createMailer({ smtpUrl: null, outboxDir: folder, from }).send({
    ...mail,
    subject: 'Hello\r\nBcc: eve@x.example',
  })
  const [file] = await readdir(folder)
  expect(await readFile(join(folder, file!), 'utf8')).not.toMatch(/^Bcc:/m)
})

it('with an SMTP server the mail is handed to it, and a refusal is an error', async () => {
  const smtp = await startSmtpServer()
  cleanups.push(smtp.close)
  const mailer = createMailer({ smtpUrl: smtp.url, outboxDir: '/nowhere', from })

  await mailer.send(mail)
  expect(smtp.recipients).toEqual(['ada@shop.example'])
  expect(smtp.mails).toEqual([expect.stringContaining('Three days are left.')])

  smtp.judge(() => '550 no such mailbox')
  await expect(mailer.send({ ...mail, to: 'refused@shop.example' })).rejects.toThrow()
  expect(smtp.mails).toHaveLength(1)
})
