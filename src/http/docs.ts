import type { FastifyInstance } from 'fastify'
import type { AnyOperation } from '../operation.ts'
import { describeApi } from './openapi.ts'
import { basePath, refuseOtherMethods } from './rest.ts'

/** Public: the machine-readable description under the base address, and the page that shows it. */
export function serveDocs(
  server: FastifyInstance,
  operations: readonly AnyOperation<never>[],
  _publicUrl: string,
): void {
  const description = JSON.stringify(describeApi(operations))
  server.get(`${basePath}/openapi.json`, async (_request, reply) => {
    reply.header('Content-Type', 'application/json; charset=utf-8').header('Cache-Control', 'public, max-age=300')
    return description
  })
  refuseOtherMethods(server, [{ path: `${basePath}/openapi.json`, method: 'GET' }])
}
