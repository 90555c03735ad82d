import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { operations } from '../operations.ts'
import { describeApi } from './openapi.ts'

type Json = Record<string, unknown>
type OperationDescription = {
  operationId: string
  description: string
  tags: string[]
  responses: Json
  parameters: Json[]
}

const description = JSON.parse(JSON.stringify(describeApi(operations))) as Json & {
  info: Json
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationDescription>>
  components: { schemas: Record<string, Json> }
}
const described = Object.values(description.paths).flatMap((path) => Object.values(path))

const root = fileURLToPath(new URL('../../', import.meta.url))

it('HTTP-14: Redocly’s strictest rules find nothing in openapi.json', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--extends=recommended-strict', '--format=json'],
    // Nothing is sent and nothing is asked for: the test needs no network.
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  expect(stdout, stderr).toMatch(/^\{/)
  const { totals, problems } = JSON.parse(stdout) as { totals: Json; problems: { ruleId: string; message: string }[] }
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  expect(totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 })
})

/** What Spectral's rules ask for and no other test of ours looks at; `npm run long -- interop` runs Spectral itself. */
it('HTTP-14: the description has what Spectral’s rules ask for', () => {
  expect(description.info).toMatchObject({
    contact: { url: expect.any(String) },
    license: { name: expect.any(String) },
  })
  const tags = description.tags.map(({ name }) => name)
  expect(new Set(tags).size).toBe(tags.length)
  for (const tag of description.tags) expect(tag.description).toMatch(/\w/)
  for (const { operationId, description: text, tags: own, responses } of described) {
    expect(operationId).toMatch(/^[A-Za-z0-9]+$/)
    expect(text).toMatch(/\w/)
    expect(own.filter((tag) => !tags.includes(tag))).toEqual([])
    expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true)
  }
  for (const path of Object.keys(description.paths)) expect(path).toMatch(/^\/[^?]*[^/?]$/)
  const text = JSON.stringify(description)
  const unused = Object.keys(description.components.schemas).filter(
    (name) => !text.includes(`"#/components/schemas/${name}"`),
  )
  expect(unused).toEqual([])
})

it('HTTP-14: the values of a closed list have the type that the list says, and none stands twice', () => {
  const faults: string[] = []
  const look = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { enum: values, type } = schema as { enum?: unknown[]; type?: unknown }
    if (Array.isArray(values)) {
      const kinds = [type].flat()
      const isTyped = values.every((value) => kinds.includes(value === null ? 'null' : typeof value))
      if (!isTyped || new Set(values).size !== values.length) faults.push(place)
    }
    for (const [key, inner] of Object.entries(schema)) if (key !== 'example') look(inner, `${place}/${key}`)
  }
  look(description.components.schemas, '#')
  look(description.paths, '#')
  expect(faults).toEqual([])
})
