import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/base/clock.ts'
import { newContactId, newRequestId } from '../../../src/base/ids.ts'
import { sql } from '../../../src/base/sql.ts'
import { createSpending } from '../../../src/credits/spend.ts'
import { accountColumns } from '../../../src/operator/listed-accounts.ts'
import { type Command, createQuickCommand, environmentFor } from '../../../test/support/command.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'

let store: TestDatabase
let run: Command
beforeAll(async () => {
  store = await createTestDatabase()
  run = createQuickCommand(environmentFor(store.url))
})
afterAll(() => store.drop())

let made = 0
async function makeAccount(options = ''): Promise<string> {
  made += 1
  const { json } = await run(`account create --name Acme --email owner${made}@acme.example ${options} --json`)
  return json.account_id
}

describe('account create', () => {
  it('CLI-4: prints account, owner, password and a key, once', async () => {
    const { code, json, stderr } = await run("account create --name 'Acme Ltd' --email Ada@Acme.example --json")
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(json).toEqual({
      account_id: expect.stringMatching(/^acc_[A-Za-z0-9]{16,}$/),
      user_id: expect.stringMatching(/^usr_/),
      email: 'ada@acme.example',
      password: expect.stringMatching(/^.{16}$/),
      api_key: expect.stringMatching(/^psk_live_[A-Za-z0-9]{38}$/),
    })
  })

  it('an address that is taken is refused in one line', async () => {
    await run('account create --name One --email taken@acme.example')
    const { code, stdout, stderr } = await run('account create --name Two --email taken@acme.example --json')
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: 'taken@acme.example already belongs to a user.\n',
    })
  })

  it('CLI-4: an account can be made in any status, with a key', async () => {
    const statuses = ['trialing', 'active', 'past_due', 'lapsed', 'none']
    const seen = await Promise.all(
      statuses.map(async (status) => {
        const { json } = await run(`account create --name A --email ${status}@acme.example --status ${status} --json`)
        expect(json.api_key).toMatch(/^psk_live_/)
        return (await run(`account show ${json.account_id} --json`)).json
      }),
    )
    expect(
      seen.map(({ status, api_access, credits }) => [status, api_access, credits.limit, credits.remaining]),
    ).toEqual([
      ['trialing', true, 250, 250],
      ['active', true, 1_000, 1_000],
      ['past_due', true, 1_000, 1_000],
      ['lapsed', false, 0, 0],
      ['none', false, 0, 0],
    ])
  })

  it('CLI-4: limits and credits may differ from the plan', async () => {
    const account = await makeAccount('--plan business --credits 7 --rpm 8 --rpd 9 --search-rows 10')
    expect((await run(`account show ${account} --json`)).json).toMatchObject({
      plan: 'business',
      limits: { requests_per_minute: 8, requests_per_day: 9, search_rows_per_month: 10 },
      credits: { limit: 7, used: 0, remaining: 7 },
    })
  })
})

it('the plans of DATA_DIR/plans.json can be given to accounts, in create and set', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'prospector-plans-'))
  const scale = { name: 'Scale', price_label: '$999', credits_per_month: 20_000, trial: null, requests_per_minute: 9 }
  const plans = { scale: { ...scale, requests_per_day: 99, search_rows_per_month: 999 }, pro: { credits_per_month: 7 } }
  await writeFile(join(dataDir, 'plans.json'), JSON.stringify(plans))
  const runThere = createQuickCommand({ ...environmentFor(store.url), DATA_DIR: dataDir })
  try {
    const made = await runThere('account create --name Acme --email scale@acme.example --plan scale --json')
    const account = made.json.account_id
    expect((await runThere(`account show ${account} --json`)).json).toMatchObject({
      plan: 'scale',
      limits: { requests_per_minute: 9, requests_per_day: 99, search_rows_per_month: 999 },
      credits: { limit: 20_000 },
    })
    expect((await runThere(`account set ${account} --plan pro --json`)).json.plan).toBe('pro')
    expect((await runThere(`account set ${account} --plan scale --json`)).json.plan).toBe('scale')
    const { code, stderr } = await runThere(`account set ${account} --plan gold`)
    expect([code, stderr]).toEqual([2, expect.stringContaining('pro, business, enterprise, scale')])
    await writeFile(join(dataDir, 'plans.json'), '[]')
    const broken = await runThere(`account set ${account} --plan pro`)
    expect([broken.code, broken.stderr.split('\n').slice(0, 2)]).toEqual([
      2,
      [
        `The plans in ${join(dataDir, 'plans.json')} can't be used:`,
        expect.stringContaining('They must be a JSON object that says what is different about each plan'),
      ],
    ])
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

describe('account show', () => {
  it('CLI-5: prints plan, status, limits, credits and period, for people and for programs', async () => {
    const account = await makeAccount()
    const { json } = await run(`account show owner${made}@acme.example --json`)
    expect(json).toEqual({
      account_id: account,
      name: 'Acme',
      plan: 'pro',
      status: 'active',
      api_access: true,
      suspended: null,
      trial_ends_at: null,
      access_ends_at: null,
      period: { start: expect.any(String), end: expect.any(String) },
      limits: { requests_per_minute: 60, requests_per_day: 5_000, search_rows_per_month: 25_000 },
      credits: { limit: 1_000, used: 0, remaining: 1_000 },
    })
    const { stdout } = await run(`account show ${account}`)
    expect(stdout).toMatch(/Plan +pro, active\n[\s\S]*Credits +1,000 left of 1,000/)
  })

  it('an account that does not exist is refused', async () => {
    const { code, stderr } = await run('account show acc_doesnotexist0000 --json')
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'There is no account acc_doesnotexist0000.\n' })
  })
})

describe('account set', () => {
  it('SEC-14: takes no password made of the owner’s own words, and changes nothing', async () => {
    const { json } = await run('account create --name Engines --email wennerblad@engines.example --json')
    const weak = await run(`account set ${json.account_id} --name Other --password W3nnerblad-1815`)
    expect([weak.code, weak.stderr]).toEqual([2, expect.stringContaining('your own name or email')])
    const renamed = `account set ${json.account_id} --name Other --email quistgaard@engines.example`
    expect((await run(`${renamed} --password Quistgaard-06`)).stderr).toContain('your own name or email')
    expect((await run('account show wennerblad@engines.example --json')).json.name).toBe('Engines')
    expect((await run(`${renamed} --password vK9#mQ2-xL7p`)).code).toBe(0)
  })

  it('CLI-5: changes what is given and leaves the rest', async () => {
    const account = await makeAccount('--rpm 30')
    const { json } = await run(`account set ${account} --plan business --rpd 77 --name 'New name' --json`)
    expect(json).toMatchObject({
      name: 'New name',
      plan: 'business',
      status: 'active',
      limits: { requests_per_minute: 30, requests_per_day: 77, search_rows_per_month: 100_000 },
      credits: { limit: 1_000, remaining: 1_000 },
    })
  })

  it('CLI-6: --credits makes the period have had that many, by an entry of the difference', async () => {
    const account = await makeAccount()
    expect((await run(`account set ${account} --credits 40 --json`)).json.credits).toEqual({
      limit: 40,
      used: 0,
      remaining: 40,
    })
    expect((await run(`account set ${account} --credits 45 --json`)).json.credits.remaining).toBe(45)
    expect((await run(`ledger verify --account ${account} --json`)).json).toMatchObject({ entries: 3, problems: [] })
  })

  it('CLI-7, AUTH-8, PLAN-8: a lapsed account keeps its keys and gets no new one; made active again, it has a period', async () => {
    const account = await makeAccount()
    expect((await run(`account set ${account} --status lapsed --json`)).json.api_access).toBe(false)
    const refused = await run(`key create --account ${account} --json`)
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 1, stdout: '' })
    expect((await run(`account set ${account} --credits 5`)).code).toBe(1)
    expect((await run(`account set ${account} --status active --credits 5 --json`)).json).toMatchObject({
      api_access: true,
      credits: { limit: 5, remaining: 5 },
    })
    expect((await run(`ledger verify --account ${account} --json`)).json.problems).toEqual([])
  })
})

describe('account grant', () => {
  it('CLI-6: adds an entry to the current period', async () => {
    const account = await makeAccount()
    const { json } = await run(`account grant ${account} 50 --reason 'Launch offer' --json`)
    expect(json).toEqual({ account_id: account, granted: 50, credits: { limit: 1_050, used: 0, remaining: 1_050 } })
  })

  it('CLI-2: numbers that the ledger can’t hold are refused with the range that it can, and change nothing', async () => {
    const account = await makeAccount()
    for (const [given, code, line] of [
      [`grant ${account} 2147483648 --reason Gift`, 2, 'It must be a whole number from 1 to 2147483647.'],
      [
        `grant ${account} 2147483647 --reason Gift`,
        1,
        'at most 2147483647 credits; this one has room for 2147482647 more',
      ],
      [`set ${account} --credits 2147483648`, 2, 'It must be a whole number from 0 to 2147483647.'],
      [`set ${account} --rpm 2147483648`, 2, 'It must be a whole number from 0 to 2147483647.'],
      [`set ${account} --search-rows 99999999999999999999`, 2, 'It must be a whole number from 0 to 2147483647.'],
    ] as const) {
      const refused = await run(`account ${given}`)
      expect([given, refused.code, refused.stderr]).toEqual([given, code, expect.stringContaining(line)])
    }
    const all = await run(`account grant ${account} 2147482647 --reason Gift --json`)
    expect(all.json.credits).toEqual({ limit: 2_147_483_647, used: 0, remaining: 2_147_483_647 })
    expect((await run(`ledger verify --account ${account} --json`)).json).toMatchObject({ entries: 2, problems: [] })
  })

  it('an account without a current period gets none', async () => {
    const account = await makeAccount('--status none')
    const { code, stderr } = await run(`account grant ${account} 50 --reason 'Launch offer'`)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Acme has no current period\. .*\n$/)
  })
})

it('BOUNCE-6: bounces list, accept and refuse decide on what is over the limit, once', async () => {
  const accountId = await makeAccount()
  const { database } = store
  const contactIds = [newContactId(), newContactId(), newContactId()]
  const spending = createSpending(database, systemClock)
  const now = new Date()
  const period = { start: now, end: new Date(now.getTime() + 86_400_000), credits: 5, reason: 'A period' }
  await spending.spend({
    accountId,
    period,
    door: 'api_key',
    actor: { type: 'api_key', id: 'key_1', name: 'A key' },
    countsFor: [],
    requestId: newRequestId(),
    idempotencyKey: null,
    items: contactIds.map((contactId) => ({ contactId, purchasable: true, readable: true })),
  })
  await spending.close()
  await database.query(sql`
    INSERT INTO bounce_reviews (account_id, contact_id, email_hash, review_id, code, reported_at)
    SELECT ${accountId}, id, convert_to(id, 'UTF8'), 'bnc_' || id, '5.1.1', now() FROM unnest(${contactIds}::text[]) AS one (id)`)
  const { json: listed } = await run(`bounces list --account ${accountId} --json`)
  expect(listed.bounces.map(({ contact_id }: { contact_id: string }) => contact_id).sort()).toEqual(
    contactIds.toSorted(),
  )
  const [first, second] = contactIds.map((id) => `bnc_${id}`)
  expect((await run(`bounces accept ${first} --json`)).json).toEqual({ returned: 1 })
  expect(await run(`bounces accept ${first}`)).toMatchObject({ code: 1, stderr: `${first} is accepted already.\n` })
  expect((await run(`bounces refuse ${second} --json`)).json).toEqual({ refused: 1 })
  expect((await run(`bounces accept --account ${accountId} --json`)).json).toEqual({ returned: 1 })
  expect(await run('bounces accept bnc_none')).toMatchObject({ code: 1, stderr: 'There is no bounce bnc_none.\n' })
  expect((await run('bounces accept')).code).toBe(2)
  expect((await run(`ledger verify --account ${accountId} --json`)).json.problems).toEqual([])
  const { json: log } = await run(`audit --account ${accountId} --action bounces.decided --json`)
  expect(log.entries).toHaveLength(3)
})

it('a refund of a spend that is not there is refused', async () => {
  const account = await makeAccount()
  const { code, stderr } = await run(`account refund ${account} ent_doesnotexist0000 --reason 'Gone'`)
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'This account has no spend ent_doesnotexist0000.\n' })
})

it('CLI-17, OPERATOR-11: account list shows every account with its owners, plan and status, newest first', async () => {
  const lapsed = await makeAccount('--status lapsed')
  const newest = await makeAccount('--plan business')
  const { json } = await run('account list --json')
  expect(json.accounts[0]).toEqual({
    account_id: newest,
    name: 'Acme',
    owners: [`owner${made}@acme.example`],
    plan: 'business',
    status: 'active',
    suspended: false,
    api_access: true,
    created_at: expect.stringMatching(/^\d{4}-/),
  })
  expect(json.accounts[1].account_id).toBe(lapsed)
  const { json: narrowed } = await run('account list --status lapsed --json')
  expect(narrowed.accounts.map(({ status }: { status: string }) => status)).toContain('lapsed')
  expect(new Set(narrowed.accounts.map(({ status }: { status: string }) => status)).size).toBe(1)
  await run(`account suspend ${lapsed} --reason 'Abuse'`)
  const { json: suspended } = await run('account list --status suspended --json')
  expect(suspended.accounts).toEqual([
    expect.objectContaining({ account_id: lapsed, status: 'lapsed', suspended: true }),
  ])
  const table = (await run('account list --status suspended')).stdout
  expect(table.split('\n')[0]!.split(/ {2,}/)).toEqual(accountColumns.map(({ heading }) => heading.toUpperCase()))
  expect(table).toMatch(/lapsed, suspended {2,}no, suspended/)
  await run(`account suspend ${newest} --reason 'Abuse'`)
  expect((await run(`account show ${newest}`)).stdout).toMatch(/Access +no, suspended\n/)
  const cut = await run('account list --limit 1')
  expect(cut.stdout.trim().split('\n')).toHaveLength(2)
  expect(cut.stderr).toBe('There are more: raise --limit to see them.\n')
})
