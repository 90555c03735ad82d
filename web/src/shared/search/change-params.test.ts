import { describe, expect, it } from 'vitest'
import { daysOf, readChange, writeChange } from './change-params.ts'

describe('changes in the address', () => {
  it('are read as they were written, whatever the name of the app', () => {
    for (const value of ['Klaviyo', 'Judge.me', 'A.30.b', 'Hextom: Bar']) {
      const change = { type: 'app_added', within_days: 30, value }
      expect(readChange(writeChange(change))).toEqual(change)
    }
    expect(readChange(writeChange({ type: 'ads_started', within_days: 1 }))).toEqual({
      type: 'ads_started',
      within_days: 1,
    })
  })

  it('are left out where they are not what the API takes', () => {
    for (const written of ['', 'app_added', 'app_added.0', 'app_added.366', 'app_added.x', '.30']) {
      expect(readChange(written)).toBeNull()
    }
    expect(readChange('ads_started.7.Meta')).toEqual({ type: 'ads_started', within_days: 7 })
    expect([daysOf('1'), daysOf('365'), daysOf('0'), daysOf('1.5'), daysOf(undefined)]).toEqual([
      1,
      365,
      null,
      null,
      null,
    ])
  })
})
