import { expect, it } from 'vitest'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('info', { write: (line) => void lines.push(line) }))
  return lines.join('')
}

const secret = 'ada@shop.example'

it.each([
  'email',
  'emails',
  'phone',
  'phones',
  'linkedin_url',
  'password',
  'api_key',
  'token',
  'authorization',
  'cookie',
])('SECRET-4: a field named %s is redacted at every depth that we log', (field) => {
  const text = logged((log) => {
    log.info({ [field]: secret }, 'flat')
    log.info({ contact: { [field]: secret } }, 'nested')
    log.info({ req: { headers: { [field]: secret } } }, 'deep')
  })
  expect(text).not.toContain(secret)
  expect(text.match(/\[redacted\]/g)).toHaveLength(3)
})

it('SECRET-4: an error’s message gives away no address, key, token or password of a URL', () => {
  const text = logged((log) => {
    for (const message of [
      `${secret} already belongs to a user.`,
      `550 <${secret}>: mailbox unknown`,
      'key psk_live_abcdefghijklmnopqrstuvwxyz0123456789AB is wrong',
      'key psk_test_abcdefghijklmnopqrstuvwxyz0123456789AB is wrong',
      'sent Authorization: Bearer eyJhbGciOi.abc.def',
      'connect to postgres://admin:hunter2@db.internal/app failed',
      `two lines\n${secret}`,
    ]) {
      log.error({ err: new Error(message) }, 'failed')
    }
  })
  expect(text).not.toMatch(/ada@|psk_(?:live|test)_a|eyJ|hunter2/)
  expect(text).toContain('already belongs to a user')
  expect(text).toContain('at ')
})

it('SECRET-4: of a database error the code, message and place are logged, never the row', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    code: '23505',
    table: 'users',
    constraint: 'users_email_key',
    detail: `Key (email)=(${secret}) already exists.`,
    where: secret,
  })
  const text = logged((log) => log.error({ err: error }, 'failed'))
  expect(text).not.toContain(secret)
  expect(JSON.parse(text).err).toMatchObject({
    message: 'database error 23505: duplicate key value violates unique constraint "users_email_key"',
    table: 'users',
    code: '23505',
  })
})

it.each([
  `invalid input syntax for type integer: "${secret}"`,
  `date/time field value out of range: ${secret}`,
  `value '${secret}' is too long`,
])('the value that a database error in data quotes is not logged: %s', (message) => {
  const error = Object.assign(new Error(message), { code: '22P02' })
  expect(logged((log) => log.error({ err: error }, 'failed'))).not.toContain(secret)
})

it('a line is one JSON document with its time, and nothing about the machine', () => {
  const line = JSON.parse(logged((log) => log.info({ request_id: 'req_x' }, 'answered')))
  expect(Object.keys(line).sort()).toEqual(['level', 'msg', 'request_id', 'time'])
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT/)
})
