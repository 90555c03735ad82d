/** Drives the TypeScript client through sdk/scenario.json, as sdk-python/tests/scenario.py drives the Python client. */
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Prospector, ProspectorError } from '../../sdk/prospector.ts'

type Step = {
  key?: string
  call?: string
  each?: string
  csv?: string
  revealMany?: string
  request?: Record<string, unknown>
  expect?: Record<string, unknown>
  save?: Record<string, string>
  count?: number
  lines?: number
  error?: { class: string; keyed?: true } & Record<string, unknown>
}

export async function playScenario(connect: (apiKey?: string) => Prospector): Promise<number> {
  const text = await readFile(new URL('../../sdk/scenario.json', import.meta.url), 'utf8')
  const { steps } = JSON.parse(text) as { steps: Step[] }
  const saved: Record<string, unknown> = {}
  for (const [at, step] of steps.entries()) {
    const client = connect(step.key) as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    const outcome = await take(step, client, saved).catch((error: ProspectorError) => error)
    const place = `step ${at}: ${JSON.stringify(step)}`
    if (step.error) {
      const { class: className, keyed, ...fields } = step.error
      expect({ ...(outcome as object), name: (outcome as Error).name }, place).toMatchObject({
        ...fields,
        name: className,
      })
      if (keyed) expect((outcome as ProspectorError).idempotencyKey, place).toMatch(/\S/)
      continue
    }
    if (outcome instanceof Error) throw new Error(place, { cause: outcome })
    for (const [path, wanted] of Object.entries(step.expect ?? {})) {
      expect(read(outcome, path), `${place} ${path}`).toEqual(fill(wanted, saved))
    }
    for (const [name, path] of Object.entries(step.save ?? {})) saved[name] = read(outcome, path)
    if (step.count !== undefined) expect(outcome, place).toHaveLength(step.count)
    if (step.lines !== undefined) expect(String(outcome).trim().split('\r\n'), place).toHaveLength(step.lines)
  }
  return steps.length
}

async function take(
  step: Step,
  client: Record<string, (...given: unknown[]) => Promise<unknown>>,
  saved: Record<string, unknown>,
): Promise<unknown> {
  const request = fill(step.request ?? {}, saved)
  if (step.call) return client[step.call]!(request)
  if (step.csv) return ((await client.csv!(step.csv, request)) as Response).text()
  if (step.revealMany) return client.revealMany!(fill(step.revealMany, saved))
  const items: unknown[] = []
  for await (const item of client.each!(step.each, request) as unknown as AsyncIterable<unknown>) items.push(item)
  return items
}

function read(value: unknown, path: string): unknown {
  const [step, ...rest] = path.split('.')
  if (step === '*') return (value as unknown[]).map((one) => read(one, rest.join('.')))
  const inner = (value as Record<string, unknown> | undefined)?.[step!]
  return rest.length === 0 ? inner : read(inner, rest.join('.'))
}

function fill(value: unknown, saved: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => fill(one, saved))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner, saved)]))
  }
  const [, name, from, to] = (typeof value === 'string' && /^\$(\w+)(?:\[(\d+):(\d+)\])?$/.exec(value)) || []
  if (name === undefined) return value
  const found = saved[name]
  return from === undefined ? found : (found as unknown[]).slice(Number(from), Number(to))
}
