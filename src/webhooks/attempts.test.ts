import { afterEach, expect, it, vi } from 'vitest'
import { webhookFailsDays } from '../base/bounds.ts'
import { dayMs } from '../base/durations.ts'
import { nextAttemptAt, pausesMs, replyWithinMs } from './attempts.ts'

afterEach(() => vi.restoreAllMocks())

it('the last attempt for an event is made before its webhook is disabled, however chance lengthens the pauses', () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  let at = new Date(0)
  for (let made = 1; made <= pausesMs.length; made++)
    at = nextAttemptAt(made, 0, new Date(at.getTime() + replyWithinMs))!
  expect(
    at.getTime() / dayMs,
    'days until the last attempt: shorten `pausesMs` (webhooks/attempts.ts) or raise `webhookFailsDays` (base/bounds.ts)',
  ).toBeLessThan(webhookFailsDays)
})
