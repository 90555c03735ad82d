import { type Static, Type } from 'typebox'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { emailLengthMax } from '../catalog/channel-values.ts'
import { markOf } from '../catalog/find-people.ts'

const nameLengthMax = 200
const name = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: nameLengthMax, description }))

/** Somebody whom a customer knows and wants to reveal. */
export const person = Type.Object(
  {
    email: Type.Optional(
      Type.String({ minLength: 1, maxLength: emailLengthMax, description: 'An email address of the person.' }),
    ),
    linkedin_url: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_048, description: 'The LinkedIn profile of the person.' }),
    ),
    first_name: name('With `last_name` and `domain`.'),
    last_name: name('With `first_name` and `domain`.'),
    domain: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_048, description: 'The store where the person works.' }),
    ),
    ref: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
        description: 'Your own id of the person. The result has it, too.',
      }),
    ),
  },
  { additionalProperties: false, title: 'JobPerson' },
)
export type Person = Static<typeof person>

/** The ways to name a person; each item uses one of them, whole. */
const ways = [['email'], ['linkedin_url'], ['first_name', 'last_name', 'domain']] as const
export const waysInWords = 'email, linkedin_url, or first_name, last_name and domain'

export function isNamedInOneWay({ ref: _ref, ...named }: Person): boolean {
  const given = Object.keys(named)
  return ways.some((way) => way.length === given.length && way.every((property) => given.includes(property)))
}

/** How many there are at most: repeated ones and those who can't be anybody are left out. Says nothing of the catalogue. */
export const countDistinct = (people: readonly Person[]): number =>
  new Set(people.flatMap((one) => (markOf(one) ? [JSON.stringify(markOf(one))] : []))).size

/** The input of somebody who was erased since. */
export const forgottenPerson = ''

/** As an input is stored: nobody who reads the database learns an address. */
export function sealPerson(keys: ChannelKeys, accountId: string, one: Person): string {
  const { keyId, sealed } = keys.seal(accountId, one)
  return `${keyId} ${sealed.toString('base64')}`
}

export function openPerson(keys: ChannelKeys, accountId: string, input: string): Person {
  if (input === forgottenPerson) return {}
  const [keyId = '', sealed = ''] = input.split(' ')
  return keys.open<Person>(accountId, keyId, Buffer.from(sealed, 'base64'))
}
