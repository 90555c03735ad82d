import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createProgress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

function show(isTTY: boolean, steps: number): string {
  let written = ''
  const progress = createProgress('Importing', { isTTY, columns: 60, write: (text) => (written += text) })
  for (let step = 1; step <= steps; step += 1) {
    vi.advanceTimersByTime(1_000)
    progress.show(step, steps, `${step} stores`)
  }
  progress.finish()
  return written
}

it('on a terminal one line is redrawn, fits the width, and is gone at the end', () => {
  const frames = show(true, 20).split('\r\u001b[K')
  expect(frames.join('')).not.toContain('\n')
  expect(frames[10]).toMatch(/^Importing █+░+ 50% {2}10 stores$/)
  expect(Math.max(...frames.map((frame) => frame.length))).toBeLessThan(60)
  expect(frames.at(-1)).toBe('')
})

it('elsewhere there is a plain line every five seconds', () => {
  expect(show(false, 12)).toBe('Importing: 41% 5 stores\nImporting: 83% 10 stores\n')
})
