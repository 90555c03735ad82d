import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import packageJson from '../../../package.json' with { type: 'json' }
import { problems } from '../../base/problems.ts'

const { version } = packageJson

/** The clients and the nodes for n8n, where npm and pip install them from. */
export const packageFiles = {
  npm: `/docs/packages/prospector-client-${version}.tgz`,
  wheel: `/docs/packages/prospector_client-${version}-py3-none-any.whl`,
  n8n: `/docs/packages/n8n-nodes-prospector-${version}.tgz`,
}

/** `folder`: where `scripts/packages/make.mjs` put them. A server that was never built has none. */
export function servePackages(server: FastifyInstance, folder: string): void {
  for (const [kind, path] of Object.entries(packageFiles)) {
    server.get(path, async (_request, reply) => {
      const body = await readFile(join(folder, path.split('/').at(-1)!)).catch(() => {
        throw problems.routeNotFound()
      })
      return reply
        .header('Cache-Control', 'public, max-age=300')
        .header('X-Content-Type-Options', 'nosniff')
        .header('Content-Type', kind === 'wheel' ? 'application/zip' : 'application/gzip')
        .send(body)
    })
  }
}
