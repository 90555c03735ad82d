import { nameKey } from '../slug.ts'
import { type ContactField, type ContactRecord, completeNames } from './read-contact.ts'

/** The parts of a name that were made from the full name do not replace parts that somebody stated. */
export function mergeNames(earlier: ContactRecord, later: ContactRecord) {
  const states = (name: ContactField): boolean => !later.absent.includes(name)
  const { first_name, last_name, full_name } = earlier
  const hasParts = states('first_name') || states('last_name')
  if (!hasParts && !states('full_name')) return { first_name, last_name, full_name }
  if (!hasParts) {
    const isSame = nameKey(later.full_name) === nameKey(full_name) && (first_name !== null || last_name !== null)
    const parts = isSame && later.full_name !== null ? { first_name, last_name } : completeNames(later)
    return { first_name: parts.first_name, last_name: parts.last_name, full_name: later.full_name }
  }
  return completeNames({
    first_name: states('first_name') ? later.first_name : first_name,
    last_name: states('last_name') ? later.last_name : last_name,
    full_name: states('full_name') ? later.full_name : null,
  })
}
