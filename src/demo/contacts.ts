import type { ImportedContact, ImportedEmail, ImportedPhone } from '../catalog/import-record.ts'
import { fictionalPhone } from './phone-numbers.ts'
import { type Random, weighted } from './random.ts'
import { TRADITIONS, type Tradition } from './words/people.ts'
import type { Country } from './words/places.ts'
import { LOCAL_TITLES, ROLES, type Role } from './words/roles.ts'
import { addressLetters } from './words/word-list.ts'

interface Name {
  text: string
  letters: string
}

interface People {
  firstNames: Name[]
  lastNames: Name[]
  localTitles: LocalTitles | undefined
}

type LocalTitles = Readonly<Record<string, readonly string[]>>

function named(text: string): Name {
  return { text, letters: addressLetters(text) }
}

const PEOPLE = Object.fromEntries(
  Object.entries(TRADITIONS).map(([tradition, { firstNames, lastNames }]) => [
    tradition,
    {
      firstNames: firstNames.map(named),
      lastNames: lastNames.map(named),
      localTitles: LOCAL_TITLES[tradition],
    },
  ]),
) as Record<Tradition, People>

const pickRoleSmall = weighted(ROLES.map((role) => [role, role.weightSmall]))
const pickRoleLarge = weighted(ROLES.map((role) => [role, role.weightLarge]))
/** Only the first person of a small store: hardly one is known without the one who runs it. */
const pickLeader = weighted(
  ROLES.filter((role) => role.seniority === 'executive').map((role) => [role, role.weightSmall]),
)

const pickReach = weighted([
  [{ email: true, phone: false, linkedin: true }, 38],
  [{ email: true, phone: false, linkedin: false }, 22],
  [{ email: true, phone: true, linkedin: true }, 14],
  [{ email: true, phone: true, linkedin: false }, 5],
  [{ email: false, phone: false, linkedin: true }, 12],
  [{ email: false, phone: true, linkedin: false }, 3],
  [{ email: false, phone: true, linkedin: true }, 2],
  [{ email: false, phone: false, linkedin: false }, 4],
])

type AddressKind = 'work' | 'personal' | 'generic'

const pickAddressKinds = weighted<readonly AddressKind[]>([
  [['work'], 62],
  [['personal'], 9],
  [['generic'], 7],
  [['work', 'personal'], 12],
  [['work', 'generic'], 5],
  [['personal', 'work'], 3],
  [['work', 'personal', 'generic'], 2],
])

const pickStatus = weighted([
  ['verified', 46],
  ['matched', 14],
  ['found', 12],
  ['guessed', 10],
  ['catch_all', 9],
  ['bounced', 5],
  ['unknown', 4],
])

/** One for each of the first people of a store, so that no two of them hold the same shared mailbox. */
const SHARED_MAILBOXES = ['info', 'hello', 'support', 'sales', 'contact', 'team', 'press', 'orders', 'office', 'care']

/** The domains that RFC 2606 keeps for examples. */
const pickPersonalDomain = weighted([
  ['example.com', 6],
  ['example.net', 3],
  ['example.org', 2],
])

/** How a company writes its people's addresses; one way per store, as in life. */
type AddressStyle = (first: string, last: string) => string

const pickAddressStyle = weighted<AddressStyle>([
  [(first) => first, 40],
  [(first, last) => `${first}.${last}`, 32],
  [(first, last) => first.charAt(0) + last, 14],
  [(first, last) => first + last.charAt(0), 6],
  [(first, last) => first + last, 4],
  [(first, last) => `${first}_${last}`, 2],
  [(first, last) => `${last}.${first}`, 2],
])

const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** What the people of one store have in common, and what they must not share. */
interface Staff {
  store: { index: number; domain: string; country: Country; pickTradition: (random: Random) => Tradition }
  isLarge: boolean
  addressStyle: AddressStyle
  takenNames: string[]
  takenAddresses: string[]
  takenRoles: Role[]
}

export function demoContacts(
  random: Random,
  store: Staff['store'],
  count: number,
  isLarge: boolean,
): ImportedContact[] {
  const contacts: ImportedContact[] = []
  if (count === 0) return contacts
  const staff: Staff = {
    store,
    isLarge,
    addressStyle: pickAddressStyle(random),
    takenNames: [],
    takenAddresses: [],
    takenRoles: [],
  }
  for (let position = 0; position < count; position++) contacts.push(demoContact(random, staff, position))
  return contacts
}

function demoContact(random: Random, staff: Staff, position: number): ImportedContact {
  const { first, last, localTitles } = drawPerson(random, staff)
  const role = drawRole(random, staff, position)
  const reach = pickReach(random)
  const isLastNameKnown = random.chance(0.99)
  const isRoleKnown = random.chance(0.95)
  const isTitleKnown = random.chance(isRoleKnown ? 0.98 : 0.4)
  return {
    source_id: `demo-${staff.store.index}-${position}`,
    first_name: first.text,
    last_name: isLastNameKnown ? last.text : undefined,
    full_name: isLastNameKnown ? `${first.text} ${last.text}` : first.text,
    title: isTitleKnown ? drawTitle(random, role, localTitles) : undefined,
    role: isRoleKnown ? role.slug : undefined,
    seniority: isRoleKnown ? role.seniority : 'other',
    linkedin_url: reach.linkedin ? profileUrl(random, first, last) : undefined,
    emails: reach.email ? drawEmails(random, staff, position, first, last) : [],
    phones: reach.phone ? drawPhones(random, staff) : [],
  }
}

/** No two people of a store have the same name: the name is the last thing by which an import can tell them apart. */
function drawPerson(random: Random, staff: Staff): { first: Name; last: Name; localTitles: LocalTitles | undefined } {
  for (;;) {
    const tradition = staff.store.pickTradition(random)
    const people = PEOPLE[tradition]
    const first = random.pick(people.firstNames)
    const last = random.pick(people.lastNames)
    const name = first.letters + last.letters
    if (staff.takenNames.includes(name)) continue
    staff.takenNames.push(name)
    const isAtHome = tradition === staff.store.country.traditions[0]![0]
    return { first, last, localTitles: isAtHome ? people.localTitles : undefined }
  }
}

function drawRole(random: Random, staff: Staff, position: number): Role {
  const pick = staff.isLarge ? pickRoleLarge : position === 0 ? pickLeader : pickRoleSmall
  let role = pick(random)
  // One chief of a kind is enough, mostly.
  if (role.seniority === 'executive' && staff.takenRoles.includes(role)) role = pickRoleLarge(random)
  staff.takenRoles.push(role)
  return role
}

function drawTitle(random: Random, role: Role, localTitles: LocalTitles | undefined): string {
  const titles = localTitles?.[role.slug]
  return random.pick(titles !== undefined && random.chance(0.4) ? titles : role.titles)
}

/** Under a reserved name, because a real profile address could turn out to be somebody's. */
function profileUrl(random: Random, first: Name, last: Name): string {
  const tail = HEX_BYTES[random.below(256)]! + HEX_BYTES[random.below(256)]! + HEX_BYTES[random.below(256)]!
  return `https://linkedin.example/in/${first.letters}-${last.letters}-${tail}${HEX_BYTES[random.below(256)]!}`
}

function drawEmails(random: Random, staff: Staff, position: number, first: Name, last: Name): ImportedEmail[] {
  const kinds = pickAddressKinds(random)
  const primary = primaryPlace(random, kinds.length)
  return kinds.map((wantedKind, place) => {
    const kind = wantedKind === 'generic' && position >= SHARED_MAILBOXES.length ? 'work' : wantedKind
    return {
      email: drawAddress(random, kind, staff, position, first, last),
      status: pickStatus(random),
      type: random.chance(0.98) ? kind : 'other',
      is_primary: isPrimary(primary, place),
    }
  })
}

function drawAddress(
  random: Random,
  kind: AddressKind,
  staff: Staff,
  position: number,
  first: Name,
  last: Name,
): string {
  if (kind === 'generic') return `${SHARED_MAILBOXES[position]!}@${staff.store.domain}`
  if (kind === 'personal') {
    return `${first.letters}.${last.letters}${1 + random.below(9999)}@${pickPersonalDomain(random)}`
  }
  const base = staff.addressStyle(first.letters, last.letters)
  let local = base
  for (let next = 2; staff.takenAddresses.includes(local); next++) local = base + next
  staff.takenAddresses.push(local)
  return `${local}@${staff.store.domain}`
}

function drawPhones(random: Random, staff: Staff): ImportedPhone[] {
  const count = random.chance(0.15) ? 2 : 1
  const primary = primaryPlace(random, count)
  const phones: ImportedPhone[] = []
  for (let place = 0; place < count; place++) {
    const { phone, type } = fictionalPhone(random, staff.store.country.phonePlan)
    phones.push({ phone, type: random.chance(0.97) ? type : 'other', is_primary: isPrimary(primary, place) })
  }
  return phones
}

const EVERY_PLACE = -1
const NO_PLACE = -2

/** Mostly the first of a list; now and then a source marks another one, none, or all of them. */
function primaryPlace(random: Random, count: number): number {
  const draw = random.below(100)
  if (draw < 1) return EVERY_PLACE
  if (draw < 3) return NO_PLACE
  return draw < 10 ? random.below(count) : 0
}

function isPrimary(primary: number, place: number): boolean {
  return primary === EVERY_PLACE || primary === place
}
