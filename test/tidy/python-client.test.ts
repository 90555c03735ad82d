/** The Python client next to the TypeScript client, as far as text shows it: `npm run long -- python` runs it. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createProspector } from '../../sdk/prospector.ts'
import { webhooks } from '../../sdk/webhooks.ts'
import { operations } from '../../src/operations.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const python = (name: string): string => read(`sdk-python/src/prospector_client/${name}`)
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!)

it('SDK-6: both Python clients have a method for each operation', () => {
  const wanted = operations.map(({ id }) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  expect(all(python('_methods.py'), /^ {4}def ([a-z]\w+)\(/gm).sort()).toEqual(wanted.toSorted())
  expect(all(python('_async_methods.py'), /^ {4}async def ([a-z]\w+)\(/gm).sort()).toEqual(wanted.toSorted())
})

it('SDK-6: the same codes and types have classes of their own in both languages', () => {
  const [inPython, inTypeScript] = [python('errors.py'), read('sdk/errors.ts')]
  const wanted = all(inTypeScript, /^ {2}(\w+): \w+Error,$/gm)
  expect(wanted.length).toBeGreaterThan(10)
  expect(all(inPython, /^ {4}"(\w+)": \w+Error,$/gm)).toEqual(wanted)
})

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The methods of a Python class and of what it holds: `each`, `jobs.wait`. Closing connections is Python's own. */
function methodsOf(file: string, prefix: '' | 'Async'): string[] {
  const classes = python(file)
    .split(/^class /m)
    .slice(1)
  return classes.flatMap((text) => {
    const name = /^\w+/.exec(text)![0].replace(prefix, '').toLowerCase()
    const methods = all(text, /^ {4}(?:async )?def ([a-z]\w*)\(/gm).filter((method) => method !== 'close')
    return name === 'prospector' ? methods : methods.map((method) => `${name}.${method}`)
  })
}

it('SDK-6: all clients have the same methods beside the operations', () => {
  const client = createProspector({ apiKey: 'psk_test_none', origin: 'http://localhost' })
  const isOperation = new Set<string>(operations.map(({ id }) => id))
  const helpers = Object.entries(client).filter(([name]) => !isOperation.has(name))
  const wanted = helpers
    .flatMap(([name, helper]) =>
      typeof helper === 'function' ? [snake(name)] : Object.keys(helper).map((method) => `${name}.${snake(method)}`),
    )
    .toSorted()
  expect(wanted).toContain('jobs.wait')
  expect(methodsOf('_client.py', '').toSorted()).toEqual(wanted)
  expect(methodsOf('_async_client.py', 'Async').toSorted()).toEqual(wanted)
  const verifiers = all(python('webhooks.py'), /^def ([a-z]\w*)\(/gm)
  expect(verifiers).toEqual(Object.keys(webhooks).map(snake))
})

it('SDK-6: the README of the TypeScript client names methods that it has', () => {
  const client = createProspector({ apiKey: 'psk_test_none', origin: 'http://localhost' })
  const has = (path: string): boolean => {
    const [of, method] = path.includes('.') ? path.split('.') : [null, path]
    const holder = of === null ? client : ({ ...client, webhooks } as Record<string, object>)[of]!
    return method! in holder
  }
  const named = all(read('sdk/README.md'), /^\| [^|]+ \| `((?:[a-z]+\.)?\w+)[(.]/gm)
  expect(named).toContain('revealMany')
  expect(named.filter((path) => !has(path))).toEqual([])
})
