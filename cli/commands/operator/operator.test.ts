import { expect, it, onTestFinished } from 'vitest'
import { createQuickCommand, environmentFor } from '../../../test/support/command.ts'
import { createTestDatabase } from '../../../test/support/database.ts'

it('OPERATOR-1, OPERATOR-6, SEC-14: operators are made, listed without a secret, reset and removed, and the log says so', async () => {
  const store = await createTestDatabase()
  onTestFinished(() => store.drop())
  const run = createQuickCommand(environmentFor(store.url))
  expect((await run('operator list')).stdout).toContain('the console is off')
  const made = (await run("operator create --name 'Ada Wennerblad' --email Ada@operator.example --json")).json
  expect(made).toEqual({
    operator_id: expect.stringMatching(/^op_/),
    name: 'Ada Wennerblad',
    email: 'ada@operator.example',
    password: expect.stringMatching(/^\w{20}$/),
    console: expect.stringMatching(/\/operator$/),
  })
  const again = await run("operator create --name 'Ada Wennerblad' --email ada@operator.example")
  expect([again.code, again.stderr.trim()]).toEqual([1, 'There is an operator ada@operator.example already.'])
  const weak = await run('operator create --name Bob --email bob@operator.example --password password12')
  expect([weak.code, weak.stderr]).toEqual([2, expect.stringContaining('password')])
  const own = await run('operator reset ada@operator.example --password W3nnerblad-1815')
  expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('your own name or email')])
  const listed = await run('operator list --json')
  expect(listed.json.operators).toEqual([
    {
      ...{ operator_id: made.operator_id, name: 'Ada Wennerblad', email: 'ada@operator.example', second_factor: false },
      ...{ recovery_codes_left: 0, created_at: expect.any(String), last_sign_in_at: null },
    },
  ])
  expect(listed.stdout).not.toContain(made.password)
  const reset = (await run('operator reset ada@operator.example --json')).json
  expect(reset.password).not.toBe(made.password)
  const kept = await run('operator remove ada@operator.example')
  expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining('is the last operator')])
  expect((await run('operator remove ada@operator.example --last')).stdout).toContain('is no operator any more')
  expect((await run('operator remove ada@operator.example --last')).code).toBe(1)
  const { entries } = (await run('audit --by-operators --json')).json
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'operator.removed',
    'operator.reset',
    'operator.created',
  ])
  expect(JSON.stringify(entries)).not.toContain(reset.password)
})

it('OPERATOR-14: account suspend and lift need a reason, say what they did, and show in the account and its log', async () => {
  const store = await createTestDatabase()
  onTestFinished(() => store.drop())
  const run = createQuickCommand(environmentFor(store.url))
  const { json: made } = await run('account create --name Acme --email ada@acme.example --json')
  expect((await run('account suspend ada@acme.example')).code).toBe(2)
  const suspended = await run("account suspend ada@acme.example --reason 'Stolen card' --json")
  expect(suspended.json).toEqual({ account_id: made.account_id, suspended: true, jobs_paused: 0 })
  expect((await run("account suspend ada@acme.example --reason 'Again'")).stderr).toBe('Acme is suspended already.\n')
  const shown = await run('account show ada@acme.example --json')
  expect(shown.json.suspended).toEqual({ at: expect.any(String), reason: 'Stolen card' })
  expect((await run('account show ada@acme.example')).stdout).toContain('Stolen card')
  expect((await run("account lift ada@acme.example --reason 'A mistake'")).stdout).toBe('Acme is open again.\n')
  expect((await run("account lift ada@acme.example --reason 'x'")).code).toBe(1)
  const { entries } = (await run(`audit --account ${made.account_id} --by-operators --json`)).json
  type AuditLine = { action: string; details: { name: string; value: string }[] }
  const told = entries.map(({ action, details }: AuditLine) => [
    action,
    details.find(({ name }) => name === 'reason')?.value,
  ])
  expect(told).toEqual([
    ['account.lifted', 'A mistake'],
    ['account.suspended', 'Stolen card'],
    ['account.created', undefined],
  ])
  const read = (await run(`audit --account ${made.account_id}`)).stdout
  expect(read).toMatch(/account\.suspended .+ reason: Stolen card, jobs_paused: 0\n/)
})
