import { expect, it } from 'vitest'
import { nameActor } from './members.ts'

it('nobody is called a former member before the members are known', () => {
  const grace = { user_id: 'usr_grace', name: 'Grace', email: 'grace@shop.example' }
  const unnamed = { user_id: 'usr_new', name: '', email: 'new@shop.example' }
  expect(nameActor('usr_grace', 'usr_ada', undefined)).toBe('…')
  expect(nameActor('usr_grace', 'usr_ada', [grace])).toBe('Grace')
  expect(nameActor('usr_new', 'usr_ada', [unnamed])).toBe('new@shop.example')
  expect(nameActor('usr_gone', 'usr_ada', [grace])).toBe('A former member')
  // These need no list.
  expect(nameActor('usr_ada', 'usr_ada', undefined)).toBe('You')
  expect(nameActor('key_1', 'usr_ada', undefined)).toBe('An API key')
  expect(nameActor(null, 'usr_ada', undefined)).toBe('Nobody')
})
