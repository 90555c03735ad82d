import { expect, it } from 'vitest'
import { isDocumentAddress } from './client-documents.ts'
import { fetchPublicJson, isPublicAddress } from './public-fetch.ts'

const inside = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
]
const inside6 = ['::1', '::', 'fe80::1', 'fc00::1', '::ffff:10.0.0.1', '2001:db8::1', '2002:a00:1::', '64:ff9b::a00:1']

it.each([...inside, ...inside6, 'no address'])('OAUTH-8: %s is not asked for a client’s document', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each(['https://127.0.0.1/x', 'https://[::1]/x', 'https://localhost/x'])(
  'OAUTH-8: %s is never connected to',
  async (address) => {
    await expect(fetchPublicJson(address)).rejects.toThrow(/public/)
  },
)

it('a client id is an address of a document, exactly as it is written, or none', () => {
  expect(isDocumentAddress('https://agent.example/client.json')).toBe(true)
  const none = [
    'https://agent.example/',
    'http://agent.example/x',
    'https://a@agent.example/x',
    'https://agent.example/x#y',
    'client_1',
  ]
  expect([...none, 'https://AGENT.example/x', 'https://agent.example/a/../b'].filter(isDocumentAddress)).toEqual([])
})
