import { expect, it } from 'vitest'
import { changeTypes } from '../base/change-types.ts'
import { sentenceOf } from '../search/schema/labels.ts'
import { storeExample } from '../stores/store.ts'
import { watchLetter } from './watch-mail.ts'

it.each(changeTypes)('a mail of news calls %s as the taxonomy does', (type) => {
  const changes = [{ type, value: 'Klaviyo', observed_at: '2026-11-09T00:00:00.000Z' }]
  const shown = [{ contact: null, store: storeExample, changes }]
  const { text } = watchLetter('http://localhost', { id: 'wat_1', name: 'News', count: 1, shown })
  expect(text).toContain(`Northwind Candles (northwind-candles.example): ${sentenceOf(type)}: Klaviyo`)
})
