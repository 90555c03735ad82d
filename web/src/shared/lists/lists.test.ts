import { expect, it } from 'vitest'
import { limits } from '../../api/limits.ts'
import { describeRoom } from './lists.ts'

it('JOB-30: a list that has no room for everybody says so before they are paid for', () => {
  const full = limits.listItemsMax
  expect(describeRoom({ items: full - 100 }, 100)).toBeUndefined()
  expect(describeRoom({ items: full - 100 }, 101)).toMatch(/room for 100 more/)
  expect(describeRoom({ items: full }, 1)).toMatch(/is full/)
})
