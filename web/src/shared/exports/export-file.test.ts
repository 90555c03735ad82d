import { expect, it } from 'vitest'
import { createRowCounter } from './export-file.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

it('rows of a sheet are counted as its parts arrive, by lines and not by line breaks inside of cells', () => {
  const count = createRowCounter()
  expect(count(bytes('name,note'))).toBe(0)
  expect(count(bytes('\r\na,b\r\n"two\r'))).toBe(1)
  expect(count(bytes('\nlines",c\r\n'))).toBe(2)
  expect(count(bytes('"say ""hi""\n",x\r\n'))).toBe(3)
  expect(createRowCounter()(bytes(''))).toBe(0)
})
