import { beforeAll, expect, it } from 'vitest'
import { useCommandStage } from '../../../test/support/command-stage.ts'

const stage = useCommandStage()
const { run } = stage
let account: string
beforeAll(async () => {
  account = (await run('account create --name Acme --email ada@acme.example --json')).json.account_id
})

it('CLI-7: a key is made with its options, listed without its secret, and revoked for good', async () => {
  const options = "--name 'My key' --scopes usage:read,contacts:reveal --credit-limit 5 --expires 2199-12-31"
  const { json: made } = await run(`key create --account ${account} ${options} --json`)
  expect(made).toEqual({
    key_id: expect.stringMatching(/^key_[A-Za-z0-9]{16,}$/),
    api_key: expect.stringMatching(/^psk_live_[A-Za-z0-9]{38}$/),
  })

  const listed = await run('key list --account ada@acme.example --json')
  expect(listed.json.keys).toHaveLength(2)
  expect(listed.json.keys[1]).toEqual({
    key_id: made.key_id,
    name: 'My key',
    prefix: expect.stringMatching(/^psk_live_/),
    scopes: ['usage:read', 'contacts:reveal'],
    credit_limit: 5,
    expires_at: '2199-12-31T00:00:00.000Z',
    revoked_at: null,
    last_used_at: null,
  })
  expect(listed.stdout).not.toContain(made.api_key)

  const { json: revoked } = await run(`key revoke ${made.key_id} --json`)
  expect(revoked).toEqual({ key_id: made.key_id, revoked_at: expect.stringMatching(/^\d{4}-.*Z$/) })
  expect((await run(`key revoke ${made.key_id} --json`)).json).toEqual(revoked)
})

it('a key that does not exist can’t be revoked', async () => {
  const { code, stdout, stderr } = await run('key revoke key_doesnotexist0000 --json')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^There is no key with this id\. .*\n$/)
})

it('without --scopes a key may do everything', async () => {
  const { json } = await run(`key create --account ${account} --json`)
  const { keys } = (await run(`key list --account ${account} --json`)).json
  const [first, made] = [keys[0], keys.find((key: { key_id: string }) => key.key_id === json.key_id)]
  expect(made.scopes).toEqual(first.scopes)
})

it('CLI-18: a date of expiry in the past is refused, and no key is made', async () => {
  const before = (await run(`key list --account ${account} --json`)).json.keys.length
  const { code, stdout, stderr } = await run(`key create --account ${account} --expires 2020-01-31 --json`)
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: '--expires is in the past: the key would never work.\n',
  })
  expect((await run(`key list --account ${account} --json`)).json.keys).toHaveLength(before)
})

it('MODE-1: an account without a plan gets test keys by command, and no live ones', async () => {
  const { json: made } = await run('account create --name Free --email free@acme.example --status none --json')
  const live = await run(`key create --account ${made.account_id} --json`)
  expect([live.code, live.stdout]).toEqual([1, ''])
  expect(live.stderr).toContain('Test keys are free: --test.')
  const { json: key } = await run(`key create --account ${made.account_id} --test --json`)
  expect(key.api_key).toMatch(/^psk_test_[A-Za-z0-9]{38}$/)
  const { keys } = (await run(`key list --account ${made.account_id} --json`)).json
  expect(keys.map(({ key_id: id }: { key_id: string }) => id)).toContain(key.key_id)
})
