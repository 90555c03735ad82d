import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { filtersOf } from './filter-params.ts'
import { contactGroups, type FilterGroup, storeSearchGroups } from './filters.ts'

type Schema = { $ref?: string; properties?: Record<string, Schema> }

const { paths, components } = JSON.parse(
  readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>
  components: { schemas: Record<string, Schema> }
}

const resolve = (schema: Schema): Schema =>
  schema.$ref ? resolve(components.schemas[schema.$ref.split('/').at(-1)!]!) : schema

/** `block.name` of every filter that an operation takes from people. */
function filtersOfApi(path: string): string[] {
  const blocks = resolve(paths[path]!.post.requestBody.content['application/json']!.schema).properties!
  return Object.entries(blocks).flatMap(([block, schema]) =>
    Object.keys(resolve(schema).properties ?? {}).map((name) => `${block}.${name}`),
  )
}

const shown = (groups: readonly FilterGroup[]) => filtersOf(groups).map(({ block, name }) => `${block}.${name}`)

describe('the filter panel', () => {
  it('shows every filter of the API, and no other', () => {
    expect(shown(contactGroups).sort()).toEqual(filtersOfApi('/contacts/search').sort())
    expect(shown(storeSearchGroups).sort()).toEqual(filtersOfApi('/stores/search').sort())
  })
})
