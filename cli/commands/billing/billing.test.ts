import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSources } from '../../../scripts/source-files.ts'
import { sql } from '../../../src/base/sql.ts'
import { noticeKinds } from '../../../src/billing/notices/notice-letters.ts'
import * as actions from '../../../src/billing/stripe-simulator/actions.ts'
import {
  type Command,
  createCommand,
  createQuickCommand,
  environmentFor,
  makeDataDir,
} from '../../../test/support/command.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import {
  createFakeStripe,
  type ServedStripe,
  serveFakeStripe,
  stripeTestKey,
} from '../../../test/support/simulated-stripe.ts'

/** The operator's commands about billing, in a process of their own, against the fake Stripe. */
let store: TestDatabase
let stripe: ServedStripe
let environment: Record<string, string>
let command: Command
beforeAll(async () => {
  store = await createTestDatabase()
  stripe = await serveFakeStripe(createFakeStripe(new Date()))
  environment = {
    ...environmentFor(store.url),
    STRIPE_SECRET_KEY: stripeTestKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_fake',
    STRIPE_API_BASE: stripe.url,
  }
  command = createQuickCommand(environment)
})
afterAll(async () => {
  await stripe.stop()
  await store.drop()
})

it('BILL-15: reconcile brings over a customer of 1.0.0, reports what differs, and a dry run changes nothing', async () => {
  const account = (await command('account create --name Acme --email ada@acme.example --status lapsed --json')).json
  const { customers } = stripe.world
  customers.set('cus_old', {
    id: 'cus_old',
    object: 'customer',
    metadata: {},
    default_source: null,
    invoice_settings: { default_payment_method: null },
  })
  actions.addCard(stripe.world, 'cus_old')
  const metadata = { account_id: account.account_id, plan_id: 'business' }
  actions.createSubscription(stripe.world, {
    customer: 'cus_old',
    priceId: 'price_business_month',
    metadata,
    trialDays: null,
  })
  // All that 1.0.0 kept of a customer.
  await store.database.query(sql`UPDATE accounts SET customer_id = 'cus_old' WHERE account_id = ${account.account_id}`)
  const dry = await command('billing reconcile --dry-run --json')
  expect(dry).toMatchObject({ code: 0, json: { customers: 1, failed: [], dry_run: true } })
  expect(dry.json.differences[0]).toMatchObject({ account_id: account.account_id, customer_id: 'cus_old' })
  expect(dry.json.differences[0].changes).toContain('status: lapsed -> active')

  const done = await command('billing reconcile --account ada@acme.example')
  expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('1 customer compared: 1 account was settled.')])
  expect(done.stdout).toContain('planId: pro -> business')
  const shown = (await command(`account show ${account.account_id} --json`)).json
  expect(shown).toMatchObject({ status: 'active', plan: 'business' })
  expect((await command('billing reconcile')).stdout).toBe('1 customer compared: nothing differs.\n')
  const settled = (await command('audit --action billing.settled --json')).json.entries
  expect(settled).toMatchObject([
    { account_id: account.account_id, sentence: expect.stringContaining('planId: pro -> business') },
  ])
  // The receipt is written down with a job that sends it; the next node that runs takes it.
  const jobs = await store.database.query(sql`SELECT data->>'kind' AS kind FROM jobs.job WHERE name = 'notice'`)
  expect(jobs).toEqual([{ kind: 'receipt' }])

  await command(`account set ${account.account_id} --plan pro`)
  const fact = 'The operator set Pro; the customer pays for Business at the provider.'
  for (const asked of ['billing reconcile --dry-run', 'billing reconcile']) {
    expect((await command(`${asked} --json`)).json).toMatchObject({
      ...{ differences: [], overruled: [{ account_id: account.account_id, fact }] },
    })
    expect((await command(asked)).stdout).toBe(
      `1 customer compared: nothing differs.\n  ${account.account_id}  ${fact} This stays.\n`,
    )
  }
  expect((await command(`account show ${account.account_id} --json`)).json.plan).toBe('pro')

  await stripe.stop()
  // It logs what went wrong, so it has a process of its own.
  const away = await createCommand(environment)('billing reconcile')
  expect([away.code, away.stdout]).toEqual([1, expect.stringContaining('cus_old  not compared:')])
})

it('BILL-8: mail preview writes every mail as text and as HTML', async () => {
  const folder = await makeDataDir()
  const { code, json } = await command(`mail preview --folder ${folder.path} --json`)
  expect(code).toBe(0)
  const files = (await readdir(folder.path)).sort()
  expect(files).toEqual(json.kinds.flatMap((kind: string) => [`${kind}.html`, `${kind}.txt`]).sort())
  expect(json.kinds).toEqual([
    ...noticeKinds,
    ...['verify_email', 'already_registered', 'reset_password', 'invitation', 'watch'],
    ...[
      'webhook_warning',
      'webhook_failing',
      'webhook_gone',
      'webhook_secret_unreadable',
      'hubspot_token_refused',
      'hubspot_scopes_missing',
    ],
    ...['privacy_link', 'privacy_not_held', 'privacy_done', 'privacy_refused', 'privacy_due', 'privacy_notice'],
    ...['erasure_reminder', 'deletion_lists_due'],
  ])
  expect(await readFile(join(folder.path, 'credits_100.txt'), 'utf8')).toContain('Stop credit reminders: ')
  expect(await readFile(join(folder.path, 'receipt.txt'), 'utf8')).not.toContain('Stop credit reminders')
  await folder.remove()
})

it('BILL-8: every mail that can be sent has a sample in mail preview', () => {
  const root = new URL('../../../', import.meta.url).pathname
  const sources = readSources(root, /^(src|cli)\/.*\.ts$/)
  const { text: samples } = sources.find(({ path }) => path === 'cli/commands/mail/samples.ts')!
  const laysOut = sources.filter(({ path, text }) => /^src\/(?!.*test\.ts$)/.test(path) && text.includes('...layOut('))
  // These two have samples of their own next to them, one of each kind: the test above, and the type of `sampleMails`.
  const ofOwn = ['src/billing/notices/notices.ts', 'src/sign-in/mails.ts']
  const lettersOf = (text: string) => [...text.matchAll(/^export function (\w+Letter)\(/gm)].map(([, name]) => name!)
  const unnamed = laysOut.filter(({ path, text }) => !ofOwn.includes(path) && lettersOf(text).length === 0)
  const letters = laysOut.flatMap(({ text }) => lettersOf(text))
  expect(letters.length).toBeGreaterThan(7)
  expect(unnamed.map(({ path }) => path)).toEqual([])
  expect(letters.filter((name) => !samples.includes(`: ${name}(`))).toEqual([])
})
