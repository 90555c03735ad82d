import { expect, it } from 'vitest'
import { groupByPurpose } from './technologies.ts'

it('technologies are grouped by purpose in a fixed order, and none is lost', () => {
  const names = ['Meta Pixel', 'Klaviyo', 'Something New', 'Judge.me', 'Google Analytics 4']
  const grouped = groupByPurpose(names)
  expect(grouped.map(({ purpose }) => purpose)).toEqual([
    'Email and SMS',
    'Reviews',
    'Advertising',
    'Analytics',
    'Other',
  ])
  expect(grouped.flatMap((group) => group.names).toSorted()).toEqual(names.toSorted())
})
