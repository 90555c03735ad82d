import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { allAuditEntries, countAuditEntries, readAuditEntries } from './entries.ts'
import { recordAct, recordCommand } from './record.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

const newAccount = async (): Promise<string> => (await test.createAccount({ status: 'none' })).accountId

it('AUDIT-3: an entry is there if and only if its transaction commits', async () => {
  const { database } = test.store
  const accountId = await newAccount()
  const before = await countAuditEntries(database, { accountId })
  const rolledBack = database.transaction(async (tx) => {
    await recordCommand(tx, accountId, 'account.erased')
    throw new Error('Something else failed.')
  })
  await expect(rolledBack).rejects.toThrow('Something else failed.')
  expect(await countAuditEntries(database, { accountId })).toBe(before)
  await database.transaction((tx) => recordCommand(tx, accountId, 'account.erased'))
  expect(await countAuditEntries(database, { accountId })).toBe(before + 1)
})

it('AUDIT-1: an act that concerns several accounts is in the log of each, and in no other', async () => {
  const { database } = test.store
  const [one, two, other] = [await newAccount(), await newAccount(), await newAccount()]
  const draft = {
    action: 'member.joined',
    door: 'web',
    actor: { type: 'member', id: 'usr_1', name: 'Ada' },
  } as const
  await recordAct(database, [one, two], draft)
  const logged = async (accountId: string) =>
    (await readAuditEntries(database, { accountId, actorId: 'usr_1', limit: 10 })).map(({ action }) => action)
  expect([await logged(one), await logged(two), await logged(other)]).toEqual([[draft.action], [draft.action], []])
})

it('LIST-7: every entry is on one page, newest first, and the total counts what the filter lets through', async () => {
  const { database } = test.store
  const accountId = await newAccount()
  for (let at = 0; at < 7; at += 1) {
    const actor = { type: 'member', id: at % 2 === 0 ? 'usr_even' : 'usr_odd', name: 'Ada' } as const
    await recordAct(database, [accountId], { action: 'key.created', door: 'web', actor })
  }
  const filter = { accountId, actorId: 'usr_even' }
  const pages: number[][] = []
  for (let before: number | null = null; ; ) {
    const page = await readAuditEntries(database, { ...filter, before, limit: 3 })
    if (page.length === 0) break
    pages.push(page.map(({ seq }) => Number(seq)))
    before = Number(page.at(-1)!.seq)
  }
  expect(pages.map(({ length }) => length)).toEqual([3, 1])
  expect(pages.flat()).toEqual(pages.flat().toSorted((a, b) => b - a))
  expect(await countAuditEntries(database, filter)).toBe(4)
  const streamed = await Array.fromAsync(allAuditEntries(database, filter))
  expect(streamed.map(({ seq }) => Number(seq))).toEqual(pages.flat())
})
