import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'

type Write = (value: unknown) => string
type Compile = (route: { schema: object }) => Write

/** The compiler that Fastify itself would take, of its own version. */
const { SerializerSelector } = createRequire(import.meta.resolve('fastify'))(
  '@fastify/fast-json-stringify-compiler',
) as { SerializerSelector(): () => Compile }
const compile = SerializerSelector()()

const known = new WeakMap<object, Write>()

/**
 * Replies are written by their schema, which is an allow-list. Like a validator, a writer is compiled when the first reply
 * needs it; the statuses of an operation share one.
 */
export function serializeBySchema(server: FastifyInstance): void {
  server.setSerializerCompiler<object>(({ schema }) => (value) => {
    let write = known.get(schema)
    if (!write) {
      write = compile({ schema })
      known.set(schema, write)
    }
    return write(value)
  })
}
