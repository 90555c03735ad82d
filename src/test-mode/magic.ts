import { apiAccessAction } from '../accounts/api-access.ts'
import { type Problem, type ProblemCode, problems } from '../base/problems.ts'
import type { ImportedContact, ImportedStore } from '../catalog/import-record.ts'

/** An error that a reveal of this contact, or a request for this domain, answers with in test mode. Nothing is spent. */
type MagicError<Code extends ProblemCode = ProblemCode> = {
  code: Code
  contactId: string
  domain: string
  make(publicUrl: string): Problem
}

const error = <Code extends ProblemCode>(code: Code, letters: string, make: MagicError['make']): MagicError<Code> => ({
  code,
  contactId: `ct_test_${letters}`,
  domain: `${code.replaceAll('_', '-')}.magic.example`,
  make,
})

const inAMinute = () => ({
  name: 'requests_per_minute' as const,
  limit: 60,
  remaining: 0,
  resets_at: new Date(Date.now() + 60_000).toISOString(),
})

/** An account that pays: its portal has what helps. */
const customer = { status: 'active', customerId: 'cus_magic' } as const

const magicErrors = [
  error('insufficient_contact_credits', 'InsufficientCred', (publicUrl) =>
    problems.insufficientContactCredits(1, 0, apiAccessAction(customer, publicUrl)),
  ),
  error('key_credit_limit_reached', 'KeyLimitsReached', () =>
    problems.actorCreditLimitReached('key_credit_limit_reached', 0),
  ),
  error('member_credit_limit_reached', 'MemberLimitIsHit', () =>
    problems.actorCreditLimitReached('member_credit_limit_reached', 0),
  ),
  error('connection_credit_limit_reached', 'ConnectionLimits', () =>
    problems.actorCreditLimitReached('connection_credit_limit_reached', 0),
  ),
  error('idempotency_conflict', 'IdempotencyClash', () => problems.idempotencyConflict()),
  error('no_revealable_contacts', 'NobodyRevealable', () => problems.noRevealableContacts()),
  error('store_not_found', 'StoreIsNotFoundX', () => problems.storeNotFound()),
  error('api_access_required', 'ApiAccessRequire', (publicUrl) =>
    problems.apiAccessRequired(apiAccessAction(customer, publicUrl)),
  ),
  error('rate_limit_exceeded', 'RateLimitReached', () => problems.rateLimitExceeded(inAMinute(), 60)),
  error('internal_error', 'InternalErrorNow', () => problems.internalError()),
  error('service_unavailable', 'ServiceIsNotHere', () => problems.serviceUnavailable()),
]

/** The errors that a magic value stands for; how the others are made: ways-to-errors.ts. */
export type MagicCode = (typeof magicErrors)[number]['code']

/** Errors that only make sense of a store, and those that only make sense of a reveal. */
const ofStores: ProblemCode[] = [
  'store_not_found',
  'api_access_required',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
]
export const magicDomains = magicErrors.filter(({ code }) => ofStores.includes(code))
export const magicContactErrors = magicErrors.filter(({ code }) => code !== 'store_not_found')

type MagicContact = {
  id: string
  outcome: string
  /** Counts as excluded by every test account, without a list. */
  isExcluded?: true
} & Partial<ImportedContact>

/** Contacts for every outcome of a reveal that is no error. */
export const magicContacts: readonly MagicContact[] = [
  {
    id: 'ct_test_VerifiedEmailOne',
    outcome: 'Revealed, with one verified email. The first time it costs a credit, then it is `already_revealed`.',
    emails: [{ email: 'vera@magic.example', status: 'verified', type: 'work', is_primary: true }],
  },
  {
    id: 'ct_test_PhoneOnlyContact',
    outcome: 'Revealed, with a phone alone: `emails` is empty.',
    phones: [{ phone: '+1 202 555 0142', type: 'mobile', is_primary: true }],
  },
  {
    id: 'ct_test_OnlyLinkedinHere',
    outcome: 'Revealed, with a LinkedIn profile alone.',
    linkedin_url: 'https://linkedin.example/in/magic',
  },
  {
    id: 'ct_test_BouncedEmailOnly',
    outcome: 'Unavailable: its only email bounced. It costs nothing and is listed in `unavailable_contact_ids`.',
    emails: [{ email: 'gone@magic.example', status: 'bounced', type: 'work', is_primary: true }],
  },
  { id: 'ct_test_NoChannelsToGive', outcome: 'Unavailable: nothing is known to reach the person by.' },
  {
    id: 'ct_test_OnExclusionLists',
    outcome:
      'Excluded, as if it were on an exclusion list: it costs nothing and is listed in `excluded_contact_ids`. With `Prospector-Allow-Excluded: true` it is revealed.',
    isExcluded: true,
    emails: [{ email: 'known@magic.example', status: 'verified', type: 'work', is_primary: true }],
  },
]

/** The store that they work at. */
export function magicStore(): ImportedStore {
  const person = (id: string, place: number): ImportedContact => ({
    source_id: id,
    first_name: 'Magic',
    last_name: `Contact ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[place]}`,
    title: 'Head of Testing',
    role: 'head_of_ecommerce',
    seniority: 'decision_maker',
  })
  const outcomes = magicContacts.map(({ id, outcome: _outcome, isExcluded: _isExcluded, ...channels }, at) => ({
    ...person(id, at),
    ...channels,
  }))
  const email = { email: 'errors@magic.example', status: 'verified', type: 'generic', is_primary: true }
  const errors = magicContactErrors.map(({ contactId }, at) => ({
    ...person(contactId, outcomes.length + at),
    emails: [email],
  }))
  return {
    domain: 'magic.example',
    name: 'Magic',
    country: 'US',
    category: 'other',
    contacts: [...outcomes, ...errors],
  }
}
