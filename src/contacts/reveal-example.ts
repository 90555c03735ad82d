import { requestIdExample } from '../base/schema.ts'
import type { Example } from '../call/operation.ts'

const newlyRevealed = {
  id: 'ct_live_QwErTyUiOpAsDfGh',
  object: 'contact',
  full_name: 'Maya Lindqvist',
  first_name: 'Maya',
  last_name: 'Lindqvist',
  title: 'Head of Ecommerce',
  role: 'head_of_ecommerce',
  seniority: 'decision_maker',
  linkedin_url: 'https://linkedin.example/in/maya-lindqvist',
  reveal_status: 'newly_revealed',
  charged: true,
  emails: [
    {
      email: 'maya@northwind-candles.example',
      status: 'verified',
      type: 'work',
      is_primary: true,
      verified_at: '2026-02-18T00:00:00.000Z',
    },
  ],
  phones: [{ phone: '+1 202 555 0143', type: 'direct', is_primary: true }],
  store: { id: 'st_live_AbCdEfGhIjKlMnOp', domain: 'northwind-candles.example', name: 'Northwind Candles' },
  revealed_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-02-18T00:00:00.000Z',
  source: 'import',
  legal_basis: 'Art. 6(1)(f) GDPR',
}

/** The same contact whenever it is read again. */
export const revealedExample = { ...newlyRevealed, reveal_status: 'already_revealed', charged: false }

export const revealExample: Example = {
  summary: 'One new contact, one revealed before',
  request: { contact_ids: ['ct_live_QwErTyUiOpAsDfGh', 'ct_live_ZxCvBnMqWeRtYuIo'] },
  reply: {
    object: 'contact_reveal_result',
    credits: { spent: 1, remaining: 999, spendable_now: 999 },
    data: [
      newlyRevealed,
      {
        id: 'ct_live_ZxCvBnMqWeRtYuIo',
        object: 'contact',
        full_name: 'Tom Okafor',
        first_name: 'Tom',
        last_name: 'Okafor',
        title: 'Founder',
        role: 'founder',
        seniority: 'executive',
        linkedin_url: null,
        reveal_status: 'already_revealed',
        charged: false,
        emails: [],
        phones: [{ phone: '+44 20 7946 0018', type: 'mobile', is_primary: true }],
        store: { id: 'st_live_QrStUvWxYzAbCdEf', domain: 'harbour-tea.example', name: 'Harbour Tea' },
        revealed_at: '2026-02-11T16:05:12.000Z',
        updated_at: null,
        source: null,
        legal_basis: null,
      },
    ],
    unavailable_contact_ids: [],
    excluded_contact_ids: [],
    reference: null,
    request_id: requestIdExample,
  },
}
