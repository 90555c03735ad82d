import type { ContactName } from '../catalog/find-names.ts'
import { withoutAccents } from '../search/words.ts'

/** Whether all of the words occur in a contact's name, title, role or store. */
export function matchesWords(text = ''): (contact: Omit<ContactName, 'id'>) => boolean {
  const words = withoutAccents(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  return ({ fullName, firstName, lastName, title, role, store }) => {
    const searched = withoutAccents([fullName, firstName, lastName, title, role, store.domain, store.name].join(' '))
    return words.every((word) => searched.includes(word))
  }
}
