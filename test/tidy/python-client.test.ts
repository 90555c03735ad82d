/** The Python client next to the TypeScript client, as far as text shows it: `npm run long -- python` runs it. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
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

it('SDK-6: both clients have the same methods beside the operations', () => {
  const names = all(read('sdk/README.md'), /^\| [^|]+ \| `(?:[a-z]+\.)?(\w+)[(.]/gm)
  expect(names).toContain('revealMany')
  const methods = `${python('_client.py')}${python('webhooks.py')}${python('_methods.py')}`
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  expect(names.filter((name) => !methods.includes(`def ${snake(name)}(`))).toEqual([])
})
