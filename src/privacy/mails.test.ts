import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { privacySettings as settings } from '../../test/support/privacy-stage.ts'
import { systemClock as clock } from '../base/clock.ts'
import type { Mail } from '../base/mail.ts'
import { importStores, fixtureKeys as keys } from '../catalog/catalogue-fixture.ts'
import { sendDueMails } from './mails.ts'
import { confirmRequest, endRequest, findRequest, openRequest, stepsOf } from './requests.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const ask = (email: string) =>
  db.database.transaction((tx) => openRequest(tx, { clock, keys }, { kind: 'erase', language: 'en', ask: { email } }))

/** What the mail server says, as the mailer throws it. */
const refusal = (responseCode: number) => Object.assign(new Error('refused'), { command: 'RCPT TO', responseCode })

/** One round. Returns to whom a mail was tried. */
async function sendRound(judge: (email: string) => Error | null): Promise<string[]> {
  const tried: string[] = []
  const send = async ({ to }: Mail) => {
    tried.push(to)
    const failure = judge(to)
    if (failure) throw failure
  }
  const needs = { clock, keys, database: db.database, mailer: { send }, publicUrl: 'https://a.example', settings }
  await sendDueMails(needs).catch(() => {})
  return tried
}

it('PRIVACY-10: an answer and a link without a mailbox to go to are given up, and the address is forgotten', async () => {
  await importStores(db.database, [
    { domain: 'gone.example', contacts: [{ full_name: 'A', email: 'asked@gone.example' }] },
  ])
  const [answered, asked] = [await ask('answered@gone.example'), await ask('asked@gone.example')]
  await db.database.transaction(async (tx) => {
    await confirmRequest(tx, clock, answered)
    await endRequest(tx, clock, answered, { state: 'done', actor: 'operator' })
  })
  expect(await sendRound(() => refusal(550))).toHaveLength(2)
  for (const [number, state] of [
    [answered, 'done'],
    [asked, 'unconfirmed'],
  ] as const) {
    expect(await findRequest(db.database, number)).toMatchObject({ state, sealed: null })
    expect((await stepsOf(db.database, number)).at(-1)).toMatchObject({ step: 'undeliverable', actor: 'service' })
  }
  expect(await sendRound(() => refusal(550))).toEqual([])
})

it('PRIVACY-10: mails that can’t be sent keep no other back, however many they are, and are tried again', async () => {
  for (let at = 0; at < 100; at += 1) await ask(`person${at}@busy.example`)
  await ask('person@fine.example')
  const judge = (to: string) => (to.endsWith('@busy.example') ? refusal(451) : null)
  const first = await sendRound(judge)
  expect([first.length, first.includes('person@fine.example')]).toEqual([100, false])
  const second = await sendRound(judge)
  expect([second.length, second[0]]).toEqual([100, 'person@fine.example'])
  expect(await sendRound(() => null)).toHaveLength(100)
  expect(await sendRound(() => null)).toEqual([])
})
