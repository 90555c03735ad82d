import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { createToolServer, type ToolServerOptions } from './tool-server.ts'

/** The answer to one message of a caller who was admitted, by the revision of the protocol that it was written in. */
export async function answerMessage<Needs>(asked: Request, serving: ToolServerOptions<Needs>): Promise<Response> {
  const { body } = serving.request
  const create = () => createToolServer(serving)
  if (await isLegacyRequest(asked, body)) return answerEarlier(create(), asked, body)
  const handler = createMcpHandler(create, { legacy: 'reject' })
  const response = await handler.fetch(asked, { parsedBody: body })
  const text = await response.text()
  await handler.close()
  return new Response(text, response)
}

/** Clients of the revisions before 2026-07-28, which begin with a handshake. */
async function answerEarlier(mcp: Server, asked: Request, body: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await mcp.connect(transport)
    return await transport.handleRequest(asked, { parsedBody: body })
  } finally {
    await mcp.close()
  }
}
