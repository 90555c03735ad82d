/**
 * What people corrected stays until a source brings something else than it had said before. Of what it had said only keyed hashes
 * are kept, sealed with the contact.
 */
import type { ChannelKeys } from '../channel-keys.ts'
import type { Corrected, CorrectedField } from '../channels.ts'
import type { ContactRecord } from './read-contact.ts'

type Stated = Pick<ContactRecord, CorrectedField>

/** A name is corrected, and said again, as a whole. */
const together: readonly (readonly CorrectedField[])[] = [['first_name', 'last_name', 'full_name'], ['title']]

const hashOf = (keys: ChannelKeys, field: CorrectedField, stated: Stated): string =>
  keys.hashHex('content', JSON.stringify([field, stated[field]]))

/** What a correction of these fields keeps of what was said. What was corrected before is what its person said, not a source. */
export function noteCorrected(
  fields: readonly string[],
  before: Stated & Pick<ContactRecord, 'corrected'>,
  keys: ChannelKeys,
): Corrected {
  const corrected: Corrected = { ...before.corrected }
  for (const group of together) {
    if (!group.some((field) => fields.includes(field))) continue
    for (const field of group) corrected[field] ??= hashOf(keys, field, before)
  }
  return corrected
}

/** The line without what it only repeats of what was corrected; and which corrections hold after it. */
export function holdCorrections(
  line: ContactRecord,
  corrected: Corrected,
  keys: ChannelKeys,
): Pick<ContactRecord, 'absent' | 'corrected'> {
  const held = together.filter((group) =>
    group.every(
      (field) =>
        corrected[field] !== undefined &&
        (line.absent.includes(field) || hashOf(keys, field, line) === corrected[field]),
    ),
  )
  const fields = held.flat()
  if (fields.length === 0) return { absent: line.absent }
  return {
    absent: [...new Set([...line.absent, ...fields])],
    corrected: Object.fromEntries(fields.map((field) => [field, corrected[field]])),
  }
}
