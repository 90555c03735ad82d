import { expect, it, onTestFinished } from 'vitest'
import { createQuickCommand, environmentFor } from '../../../test/support/command.ts'
import { createTestDatabase } from '../../../test/support/database.ts'

it('INGEST-5: operator keys are made, listed without their secret, and revoked, and the audit log says so', async () => {
  const store = await createTestDatabase()
  onTestFinished(() => store.drop())
  const run = createQuickCommand(environmentFor(store.url))
  const made = (await run('operator-key create --name crawler --json')).json
  expect(made).toEqual({
    id: expect.stringMatching(/^opk_/),
    name: 'crawler',
    key: expect.stringMatching(/^pso_\w{40}$/),
    can_operate: false,
  })
  const listed = await run('operator-key list --json')
  expect(listed.json.operator_keys).toEqual([
    expect.objectContaining({ id: made.id, name: 'crawler', revoked_at: null }),
  ])
  expect(listed.stdout).not.toContain(made.key)
  expect((await run(`operator-key revoke ${made.id} --json`)).json).toMatchObject({
    id: made.id,
    revoked_at: expect.any(String),
  })
  expect((await run('operator-key list')).stdout).toMatch(/crawler +pso_/)
  expect((await run('operator-key revoke opk_none')).code).toBe(1)
  expect((await run('operator-key create --json')).json).toMatchObject({ name: 'Operator key', can_operate: false })
  const actions = (await run('audit --json')).json.entries.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['operator_key.created', 'operator_key.revoked']))
})
