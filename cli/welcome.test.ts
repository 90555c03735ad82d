import { expect, it } from 'vitest'
import { describeService, welcome } from './welcome.ts'

const demo = {
  email: 'demo@prospector.example',
  password: 'correct horse',
  accountId: 'acc_live_1',
  apiKey: 'psk_live_1',
  testApiKey: 'psk_test_1',
  contactId: null,
}

it('MODE-1: the start of the demo prints a test key, for people and with --json', () => {
  const service = { publicUrl: 'http://localhost:8080', demo } as Parameters<typeof welcome>[0]
  expect(welcome(service)).toMatch(/Test key +psk_test_1 /)
  expect(describeService(service).demo).toMatchObject({ api_key: 'psk_live_1', test_api_key: 'psk_test_1' })
})
