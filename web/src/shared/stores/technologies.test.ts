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

it('a word of a name counts as a whole, and not where another one contains it', () => {
  const purposeOf = (name: string) => groupByPurpose([name])[0]!.purpose
  expect(purposeOf('Snapchat Pixel')).toBe('Advertising')
  expect(purposeOf('LiveChat')).toBe('Support')
  expect(purposeOf('Loop Returns')).toBe('Shipping and operations')
  expect(purposeOf('Loop Subscriptions')).toBe('Subscriptions')
  expect(purposeOf('Metafields Guru')).toBe('Other')
  expect(purposeOf('Yotpo SMS')).toBe('Email and SMS')
})
