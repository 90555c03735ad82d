import { expect, it } from 'vitest'
import { agentClients, isLocal } from './agent-clients.ts'

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

it.each([
  ['http://localhost:3000/mcp', true],
  ['http://app.localhost:3000/mcp', true],
  ['http://127.0.0.1:3000/mcp', true],
  ['http://[::1]:3000/mcp', true],
  ['https://prospector.example/mcp', false],
  ['https://localhost.example/mcp', false],
])('whether %s is on this computer alone: %s', (address, expected) => expect(isLocal(address)).toBe(expected))

it('clients that run on the internet are not offered an address of this computer; those on it are', () => {
  const clients = agentClients('http://localhost:3000/mcp')
  expect(clients.filter((client) => 'isOutOfReach' in client).map(({ name }) => name)).toEqual(['Claude', 'ChatGPT'])
  expect(clients[0]!.note).toContain('can’t reach localhost:3000')
  expect(agentClients(address).some((client) => 'isOutOfReach' in client)).toBe(false)
})
