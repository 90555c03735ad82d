import { Type } from 'typebox'
import { nullableInteger, oneOf } from '../../schema.ts'
import { roles } from '../members.ts'

/** Fields that keys, members, invitations and connections have in common. */
export const role = oneOf(roles)

export const creditLimit = nullableInteger({ minimum: 0, maximum: 1_000_000_000 })

/** A person as lists show them; null once they are gone. */
export const person = Type.Unsafe<{ id: string; name: string } | null>({
  type: ['object', 'null'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['id', 'name'],
})
