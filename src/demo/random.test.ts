import { expect, it } from 'vitest'
import { createRandom, weighted } from './random.ts'

it('the streams of neighbouring stores have nothing in common', () => {
  const random = createRandom()
  const firstDraws = Array.from({ length: 10_000 }, (_, index) => {
    random.startStore(1, index)
    return random.below(1_000_000)
  })
  expect(new Set(firstDraws).size).toBeGreaterThan(9_900)
  const mean = firstDraws.reduce((sum, draw) => sum + draw, 0) / firstDraws.length
  expect(mean / 1_000_000).toBeCloseTo(0.5, 1)
})

it('a weighted picker follows its weights', () => {
  const random = createRandom()
  random.startStore(1, 0)
  const pick = weighted([
    ['often', 70],
    ['sometimes', 25],
    ['rarely', 4.5],
    ['hardly', 0.5],
  ])
  const draws = 200_000
  const counts = new Map<string, number>()
  for (let draw = 0; draw < draws; draw++) {
    const value = pick(random)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  expect(counts.get('often')! / draws).toBeCloseTo(0.7, 2)
  expect(counts.get('sometimes')! / draws).toBeCloseTo(0.25, 2)
  expect(counts.get('rarely')! / draws).toBeCloseTo(0.045, 2)
  expect(counts.get('hardly')! / draws).toBeCloseTo(0.005, 3)
})

it('bell-shaped draws have mean 0 and deviation 1', () => {
  const random = createRandom()
  random.startStore(1, 0)
  const draws = Array.from({ length: 100_000 }, () => random.bell())
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length
  const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length
  expect(mean).toBeCloseTo(0, 1)
  expect(variance).toBeCloseTo(1, 1)
})
