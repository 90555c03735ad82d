import { oneOf } from '../base/schema.ts'
import { lotSources } from './lot-order.ts'

export const lotSource = oneOf(lotSources, {
  description:
    'Where the credits come from: the plan’s monthly or trial credits (`period`), a credit pack (`pack`), a gift of the ' +
    'operator (`goodwill`) or a refund (`returned`).',
})
