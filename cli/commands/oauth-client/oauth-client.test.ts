import { expect, it } from 'vitest'
import { useCommandStage } from '../../../test/support/command-stage.ts'

const stage = useCommandStage()
const { run } = stage

it('CLI-8: an integration is approved, listed without its secret, and withdrawn', async () => {
  const addresses = '--redirect-uri https://crm.example/cb --redirect-uri https://crm.example/cb2'
  const { json: made } = await run(
    `oauth-client create --name CRM ${addresses} --scopes usage:read --require-pkce --json`,
  )
  expect(made).toEqual({
    client_id: expect.stringMatching(/^client_[A-Za-z0-9]{24}$/),
    client_secret: expect.stringMatching(/^pcs_live_[A-Za-z0-9]{40}$/),
  })
  const { json: open } = await run(
    'oauth-client create --name Agent --public --redirect-uri http://localhost:3000/cb --json',
  )
  expect(open.client_secret).toBeNull()

  const listed = await run('oauth-client list --json')
  expect(listed.json.clients).toMatchObject([
    {
      name: 'CRM',
      redirect_uris: ['https://crm.example/cb', 'https://crm.example/cb2'],
      scopes: ['usage:read', 'offline_access'],
      public: false,
      requires_pkce: true,
      revoked: false,
    },
    { name: 'Agent', public: true },
  ])
  expect(listed.stdout).not.toContain(made.client_secret)
  expect((await run(`oauth-client revoke ${made.client_id} --json`)).json).toEqual({
    client_id: made.client_id,
    revoked: true,
  })
  expect((await run('oauth-client revoke client_unknown --json')).code).toBe(1)
})

it('CLI-8: an address that is not exact or not safe is wrong usage', async () => {
  for (const address of [
    'crm.example',
    'http://crm.example/cb',
    'https://*.crm.example/cb',
    'https://crm.example/cb#x',
  ]) {
    const { code, stderr } = await run(`oauth-client create --name CRM --redirect-uri ${address}`)
    expect({ address, code }).toEqual({ address, code: 2 })
    expect(stderr).toContain(address)
  }
})
