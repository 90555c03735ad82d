import type { Schema } from './schema-table.ts'

/** An operation as openapi.json describes it. */
export type DescribedOperation = {
  operationId: string
  summary: string
  description: string
  'x-scope': string
  'x-meter': 'request' | 'own' | 'billing' | 'feed'
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema; example: unknown } } }
  responses: Record<string, DescribedResponse>
}

type DescribedResponse = {
  description: string
  content: {
    'application/json': { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
    'text/csv'?: { 'x-columns'?: string[] }
  }
}

export type Endpoint = { method: string; path: string; operation: DescribedOperation }
