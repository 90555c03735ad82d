import { expect, it } from 'vitest'
import { countRows } from './export-file.ts'

it('rows of a sheet are counted by lines, not by line breaks inside of cells', () => {
  expect(countRows('a,b\r\n"two\r\nlines",c\r\n')).toBe(2)
  expect(countRows('"say ""hi""\n",x\r\n')).toBe(1)
  expect(countRows('')).toBe(0)
})
