import { METHODS } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { problems } from '../base/problems.ts'

/** Matches every path, so it does not show which paths exist. */
export const anyPath = '/*'

/**
 * Gives every path a 405 with `Allow` for the methods it does not take. Call it before anything is served, and what it
 * returns when everything is.
 */
export function createMethodRefusal(server: FastifyInstance): () => void {
  // The parser knows methods that Fastify has to be told about; CONNECT never reaches a route.
  const unknown = METHODS.filter((method) => method !== 'CONNECT' && !server.supportedMethods.includes(method))
  for (const method of unknown) server.addHttpMethod(method)

  const methodsOf = new Map<string, string[]>()
  server.addHook('onRoute', ({ url, method }) => {
    if (url !== anyPath) methodsOf.set(url, [...(methodsOf.get(url) ?? []), method].flat())
  })

  /** A plugin, because those before it are loaded first: their paths are known only then. */
  const refuse = async (scope: FastifyInstance): Promise<void> => {
    for (const [url, allowed] of [...methodsOf]) {
      scope.route({
        method: scope.supportedMethods.filter((method) => !allowed.includes(method)) as HTTPMethods[],
        url,
        // As early as admission would be: only the route decides, before any credential is looked at.
        onRequest: async () => {
          throw problems.methodNotAllowed(allowed.join(', '))
        },
        handler: () => {},
      })
    }
  }
  return () => void server.register(refuse)
}
