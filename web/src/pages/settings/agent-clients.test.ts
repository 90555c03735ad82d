import { expect, it } from 'vitest'
import { agentClients } from './agent-clients.ts'

const address = 'https://prospector.example/mcp'

it('each client is given the address in the form that it reads', () => {
  const byName = new Map(agentClients(address).map((client) => [client.name, client]))
  const hrefOf = (name: string): URL => {
    const client = byName.get(name)!
    return new URL('href' in client ? client.href : '')
  }
  const cursor = hrefOf('Cursor')
  expect(cursor.searchParams.get('name')).toBe('prospector')
  expect(JSON.parse(atob(cursor.searchParams.get('config')!))).toEqual({ url: address })
  const code = hrefOf('VS Code')
  expect(code.protocol).toBe('vscode:')
  expect(JSON.parse(decodeURIComponent(code.search.slice(1)))).toEqual({
    name: 'prospector',
    type: 'http',
    url: address,
  })
  expect(byName.get('Claude Code')).toMatchObject({ command: `claude mcp add --transport http prospector ${address}` })
})
