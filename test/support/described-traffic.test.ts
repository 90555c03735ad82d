import { expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import { type Reply, undescribed } from './described-traffic.ts'
import { faultsOf } from './shape.ts'

const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'req_1', ratelimit: 'x' }
const usage = operations.find(({ id }) => id === 'getUsage')!.example.reply
const reply = (changes: Partial<Reply>): Reply => ({
  method: 'GET',
  url: '/api/v1/usage',
  status: 200,
  headers,
  text: JSON.stringify(usage),
  ...changes,
})

it('HTTP-14: a reply as its description says is found to be one', () => {
  expect(undescribed(reply({}))).toEqual([])
  expect(undescribed(reply({ url: '/docs', status: 418 }))).toEqual([])
})

it.each([
  ['a status', { status: 418 }, 'the status is not described'],
  ['a header', { headers: { ...headers, 'x-debug': '1' } }, 'the header x-debug is not described'],
  ['a field', { text: JSON.stringify({ ...(usage as object), debug: 1 }) }, 'body.debug is not described'],
  ['a type', { text: JSON.stringify({ ...(usage as object), plan: 1 }) }, 'body.plan is integer, not object'],
  ['a media type', { headers: { ...headers, 'content-type': 'text/plain' } }, 'the type text/plain is not described'],
  ['no request id', { headers: { 'content-type': 'application/json' } }, 'there is no X-Request-Id'],
])('HTTP-14: %s that the description does not know is found', (_what, changes, fault) => {
  expect(undescribed(reply(changes)).join()).toContain(fault)
})

it('a path without an operation answers with the envelope and nothing else', () => {
  const text = '{"status": "fine"}'
  expect(undescribed(reply({ url: '/api/v1/nothing', status: 404, text })).join()).toContain('body.error is missing')
  expect(undescribed(reply({ method: 'DELETE', status: 200, text })).join()).toContain('path without an operation')
})

it('a keyword that is not known is an error, not a pass', () => {
  expect(() => faultsOf(1, { multipleOf: 2 }, {})).toThrow('multipleOf')
})
