import { localOrigin } from '../base/api-paths.ts'
import { billingActionSchema } from '../base/billing-action-schema.ts'
import { limitNames, type ProblemCode, problemCatalogue, problemTypes } from '../base/problems.ts'
import { requestIdExample } from '../base/schema.ts'
import type { AnyOperation } from '../call/operation.ts'
import { headersOfStatus, metered, referHeaders } from './described-headers.ts'
import { impliedProblems } from './errors.ts'
import { type NamedSchemas, pascalCase } from './named-schemas.ts'

type Json = Record<string, unknown>
type Surface = { schemas: NamedSchemas; problemName: string }

/** The errors of an operation by status. Answers that all operations may give are described once, and referred to. */
export function describeErrors(operation: AnyOperation<never>, { schemas, problemName }: Surface): Json {
  const implied = impliedProblems(operation)
  const byStatus = Map.groupBy(problemsOf(operation), (code) => problemCatalogue[code].status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => {
        const response = describeError(status, codes, problemName)
        const isCommon = codes.every((code) => implied.includes(code))
        return [status, isCommon ? schemas.referResponse(response, codes.map(pascalCase).join('Or')) : response]
      }),
  )
}

const describeError = (status: number, codes: ProblemCode[], problemName: string): Json => ({
  description: codes.map((code) => `\`${code}\`: ${problemCatalogue[code].meaning}`).join('\n\n'),
  headers: referHeaders([...(headersOfStatus[status] ?? metered)]),
  content: {
    'application/json': {
      schema: { $ref: `#/components/schemas/${problemName}` },
      examples: Object.fromEntries(codes.map((code) => [code, { value: exampleError(code) }])),
    },
  },
})

const problemsOf = (operation: AnyOperation<never>): ProblemCode[] => [
  ...new Set([...operation.problems, ...impliedProblems(operation)]),
]

function exampleError(code: ProblemCode): Json {
  const { type, meaning } = problemCatalogue[code]
  return {
    error: {
      type,
      code,
      message: meaning,
      doc_url: `${localOrigin}/docs/errors/${code}`,
      request_id: requestIdExample,
    },
  }
}

/** The error envelope, with the codes that these operations, unknown paths and wrong methods can return. */
export function problemSchema(title: string, operations: readonly AnyOperation<never>[]): Json {
  const answered = new Set<ProblemCode>([...operations.flatMap(problemsOf), 'route_not_found', 'method_not_allowed'])
  return {
    title,
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        title: `${title}Details`,
        type: 'object',
        description: 'What went wrong, and what to do about it.',
        required: ['type', 'code', 'message', 'doc_url', 'request_id'],
        properties: {
          type: { type: 'string', enum: problemTypes, description: 'The kind of error.' },
          code: {
            type: 'string',
            description: 'The error, for programs. New codes may be added.',
            enum: Object.keys(problemCatalogue).filter((code) => answered.has(code as ProblemCode)),
          },
          message: { type: 'string', description: 'The error, for people.' },
          param: { type: 'string', description: 'The offending parameter, as a dotted path.' },
          billing: {
            ...billingActionSchema,
            description: 'How a person can fix it, where paying or subscribing helps.',
          },
          limit: {
            title: 'ExceededLimit',
            type: 'object',
            description: 'The limit that was exceeded.',
            required: ['name', 'limit', 'remaining', 'resets_at'],
            properties: {
              name: { type: 'string', enum: limitNames, description: 'Which limit, as in the RateLimit headers.' },
              limit: { type: 'integer', minimum: 0, description: 'The most that is allowed.' },
              remaining: { type: 'integer', minimum: 0, description: 'What is left.' },
              resets_at: { type: 'string', format: 'date-time', description: 'When it starts over.' },
            },
          },
          oldest_sequence: {
            type: 'integer',
            minimum: 1,
            description: 'Only with `events_expired`: the sequence of the oldest event that is kept.',
          },
          doc_url: {
            type: 'string',
            format: 'uri',
            description: 'The page of the docs on this code: what to do, and how to get it in test mode.',
          },
          request_id: { type: 'string', description: 'Names this request, for support and debugging.' },
        },
      },
    },
  }
}
