import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../base/log.ts'
import { Problem, type ProblemCode, problemCatalogue } from '../../base/problems.ts'
import { plans } from '../../billing/plans/plans.ts'
import { operations } from '../../operations.ts'
import { magicContactErrors, magicDomains } from '../../test-mode/magic.ts'
import { waysToErrors } from '../../test-mode/ways-to-errors.ts'
import { serveDocs } from '../docs.ts'
import { createHttpServer, type HttpServer } from '../server.ts'

let http: HttpServer
beforeAll(() => {
  http = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost:8080' })
  serveDocs(http.server, operations, { publicUrl: 'https://api.shop.example', plans })
})
afterAll(() => http.stop())

describe('DOC-2: a page for each error', () => {
  it('is at its doc_url, and says what it means, what to do, and how to get it', async () => {
    for (const [code, { status, meaning }] of Object.entries(problemCatalogue)) {
      const { doc_url } = new Problem(code as ProblemCode, { message: '' }).toBody(
        'req_1',
        'https://api.shop.example/docs',
      ).error
      const { statusCode, body } = await http.server.inject(`${new URL(doc_url).pathname}.md`)
      expect(statusCode).toBe(200)
      expect(body).toContain(`- Status: ${status}`)
      expect(body).toContain(meaning)
      expect(/## What to do\n\n(.*)/.exec(body)![1]).toMatch(/\w{3}/)
      const magic = magicContactErrors.find((one) => one.code === code)
      if (magic) expect(body).toContain(magic.contactId)
      const domain = magicDomains.find((one) => one.code === code)
      if (domain && !magic) expect(body).toContain(domain.domain)
      const known = waysToErrors[code as keyof typeof waysToErrors]
      if (!magic && !domain) expect(body).toContain('way' in known ? known.way : known.notInTestMode)
    }
    const { body } = await http.server.inject('/docs/errors/insufficient_contact_credits')
    expect(body).toContain('<a href="/docs/operations/revealContacts">')
    expect((await http.server.inject('/docs/errors/no_such_code')).statusCode).toBe(404)
  })
})

it('ERR-2: docs/errors.md and the catalogue list the same codes, with the same status and type', async () => {
  const text = await readFile(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  const rows = text
    .split('\n')
    .filter((line) => /^\| \d{3} /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim().replace(/^`(\w+)`$/, '$1')))
    .map(([, status, type, code, meaning, remedy]) => ({ status: Number(status), type, code, meaning, remedy }))
  const catalogued = Object.entries(problemCatalogue).map(([code, { status, type, meaning }]) => ({
    status,
    type,
    code,
    meaning,
    remedy: expect.stringMatching(/\w/),
  }))
  expect(rows).toEqual(catalogued)
})
