import type { Resource } from '@modelcontextprotocol/server'
import type { AnyOperation } from '../call/operation.ts'

/** What an agent may want to look at without calling a tool, by its address. */
const addresses: Record<string, string> = {
  getTaxonomy: 'prospector://taxonomy',
  getUsage: 'prospector://usage',
}

export function resourceOperations<Needs>(
  operations: readonly AnyOperation<Needs>[],
): Map<string, AnyOperation<Needs>> {
  return new Map(
    operations.flatMap((operation) =>
      addresses[operation.id] ? [[addresses[operation.id]!, operation] as const] : [],
    ),
  )
}

export const describeResource = ([uri, operation]: [string, AnyOperation<never>]): Resource => ({
  uri,
  name: uri.replace('prospector://', ''),
  title: operation.summary,
  description: operation.description,
  mimeType: 'application/json',
})
