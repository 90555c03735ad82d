import { InvalidArgumentError } from 'commander'
import Fastify from 'fastify'
import { createCursorSealer, createSealer } from '../../src/base/seal.ts'
import { makeTestCatalogue } from '../../src/demo/test-catalogue.ts'
import { toProblem } from '../../src/http/errors.ts'
import { validateStrictly } from '../../src/http/validation.ts'
import { atTheCommandLine } from '../../src/operator/caller.ts'
import { examine } from '../../src/operator/health/examine.ts'
import { operatorOperations } from '../../src/operator/operations.ts'
import { adminPath, serveAdmin } from '../../src/operator/serve-admin.ts'
import { defineCommand, Refused } from '../command.ts'
import { type ReportOptions, report, table } from '../report.ts'
import { withBilling } from '../with-billing.ts'
import { type Tools, withDatabase } from '../with-database.ts'

const methods = ['GET', 'POST'] as const
type Method = (typeof methods)[number]

export const adminCommand = defineCommand({
  name: 'admin',
  summary: 'Do whatever the console can do: every operation of /admin/v1, without a server.',
  details:
    'Without a method it lists the operations. Their parts are in docs/operating.md, The console. Replies are JSON; what is done is in the ' +
    'audit log under your name on this machine.',
  examples: [
    'prospector admin',
    'prospector admin get /today',
    "prospector admin get '/accounts?find=acme'",
    `prospector admin post /accounts/acc_…/grant '{"credits": 50, "reason": "Sorry"}'`,
  ],
})
  .argument('[method]', 'get or post', readMethod)
  .argument('[path]', 'the path of an operation, with its query')
  .argument('[body]', 'what to send, as JSON')

adminCommand.action(async (method?: Method, path?: string, body?: string, options: ReportOptions = {}) => {
  if (method === undefined) return list(options)
  if (path === undefined || !path.startsWith('/'))
    return adminCommand.error('error: name the path of an operation, such as /today')
  if (body !== undefined && method === 'GET') return adminCommand.error('error: get takes no body')
  const reply = await withDatabase((tools) => call(tools, { method, path, body: body ?? '{}' }))
  report(options, reply, JSON.stringify(reply, null, 2))
})

function readMethod(given: string): Method {
  const method = methods.find((one) => one === given.toUpperCase())
  if (method) return method
  throw new InvalidArgumentError('It must be get or post.')
}

function list(options: ReportOptions): void {
  const operations = operatorOperations.map(({ method, path, summary }) => ({ method, path, summary }))
  const rows = operations.map(({ method, path, summary }) => [method, path, summary])
  report(options, { operations }, table(['METHOD', 'PATH', 'SUMMARY'], rows))
}

type AdminRequest = { method: Method; path: string; body: string }

/** As a server answers it: the same schemas, and the same refusals. */
function call(tools: Tools, { method, path, body }: AdminRequest): Promise<object> {
  const { database, config, authSecret } = tools
  return withBilling(tools, async ({ services: billing, queue }) => {
    let failure: unknown
    const server = Fastify()
    validateStrictly(server)
    server.setNotFoundHandler(async () => {
      throw new Refused(`There is no operation ${method} ${path}. "prospector admin" lists them.`)
    })
    server.setErrorHandler(async (error) => {
      const { status, message } = toProblem(error)
      failure = error instanceof Refused || status >= 500 ? error : new Refused(message)
      return {}
    })
    const needs = {
      ...{ ...tools, background: database, queue, billing, cursors: createCursorSealer(createSealer(authSecret)) },
      ...{ dataDir: config.dataDir, examine: () => examine(tools), makeTestCatalogue },
    }
    serveAdmin(server, operatorOperations, needs, async () => atTheCommandLine())
    const answer = await server.inject({
      ...{ method, url: adminPath + path },
      ...(method === 'POST' && { payload: body, headers: { 'content-type': 'application/json' } }),
    })
    if (failure !== undefined) throw failure
    const { request_id: _, ...reply } = answer.json<{ request_id: string }>()
    return reply
  })
}
