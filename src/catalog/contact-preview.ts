import { type Static, Type } from 'typebox'
import { emailStatusMeanings, emailTypeMeanings, emailTypes, exportableEmailStatuses } from '../base/email-kinds.ts'
import { contactIdPattern } from '../base/ids.ts'
import { nullableDateTime, nullableOneOf, nullableString, oneOf } from '../base/schema.ts'
import { seniorities } from '../base/seniorities.ts'
import { tierValues, trafficTiers } from '../base/tiers.ts'
import { explain } from '../base/words.ts'
import type { PreviewRow } from './find-previews.ts'

export const emailStatusText = `${explain(emailStatusMeanings)} Addresses that were guessed, that belong to a catch-all domain or that bounced are never returned.`
export const emailTypeText = explain(emailTypeMeanings)

export const seniority = oneOf(seniorities, {
  description: '`executive`: founders and the C-level. `decision_maker`: heads and managers. `other`: everybody else.',
})

/** PREVIEW-1. */
export const contactPreview = Type.Object({
  id: Type.String({ pattern: contactIdPattern, description: 'Opaque; what reveal takes.' }),
  object: Type.Literal('contact_preview'),
  first_name: nullableString({ description: 'First name.' }),
  last_name_obfuscated: nullableString({
    description: 'The first letter of the last name, masked: `L***`. A reveal returns all of it.',
  }),
  role: nullableString({ description: 'Normalised decision-maker role.' }),
  seniority,
  title: nullableString({ description: 'Job title.' }),
  has_verified_email: Type.Boolean({
    description: 'Reveal can return at least one email, of whatever status: `best_email` says which.',
  }),
  has_phone: Type.Boolean({ description: 'Reveal can return a phone.' }),
  has_linkedin: Type.Boolean({ description: 'Reveal can return a LinkedIn URL.' }),
  revealed: Type.Boolean({ description: 'This account already revealed the contact.' }),
  best_email: Type.Union(
    [
      Type.Object(
        {
          status: oneOf<string>(exportableEmailStatuses, { description: emailStatusText }),
          type: oneOf<string>(emailTypes, { description: emailTypeText }),
          verified_at: nullableDateTime({ description: 'When the address was last verified; null if unknown.' }),
        },
        { title: 'BestEmail' },
      ),
      Type.Null(),
    ],
    { description: 'Of the email that a reveal lists first, without the address; null without one.' },
  ),
  added_at: nullableDateTime({ description: 'When the person was first seen at the store; null if unknown.' }),
  updated_at: nullableDateTime({ description: 'When something of the person last changed; null if unknown.' }),
  store: Type.Object(
    {
      id: Type.String({ description: 'The id of the store.' }),
      domain: Type.String({ description: 'The hostname of the store, in ASCII.' }),
      name: Type.String({ description: 'The name of the store or company.' }),
      category: nullableString({ description: 'What it sells.' }),
      country: nullableString({ description: 'Two-letter country code inferred for the store.' }),
      traffic_tier: nullableOneOf(tierValues(trafficTiers), { description: 'Estimated visits a month.' }),
      technologies: Type.Object(
        {
          apps: Type.Array(Type.String(), { description: 'Apps that the store uses.' }),
          pixels: Type.Array(Type.String(), { description: 'Tracking pixels that the store uses.' }),
        },
        { description: 'What the store runs on.' },
      ),
    },
    { description: 'The store that the person works at.' },
  ),
  excluded: Type.Optional(
    Type.Boolean({
      description: 'An exclusion list of this account names the contact. Only in searches that show excluded ones.',
    }),
  ),
})

export type ContactPreview = Static<typeof contactPreview>

export function toContactPreview(row: PreviewRow): ContactPreview {
  const { store } = row
  return {
    id: row.id,
    object: 'contact_preview',
    first_name: row.firstName,
    last_name_obfuscated: row.lastNameObfuscated,
    role: row.role,
    seniority: row.seniority,
    title: row.title,
    has_verified_email: row.hasVerifiedEmail,
    has_phone: row.hasPhone,
    has_linkedin: row.hasLinkedin,
    revealed: row.revealed,
    best_email: row.bestEmail && {
      status: row.bestEmail.status,
      type: row.bestEmail.type,
      verified_at: row.bestEmail.verifiedAt?.toISOString() ?? null,
    },
    added_at: row.addedAt?.toISOString() ?? null,
    updated_at: row.updatedAt?.toISOString() ?? null,
    store: {
      id: store.id,
      domain: store.domain,
      name: store.name,
      category: store.category,
      country: store.country,
      traffic_tier: store.trafficTier,
      technologies: { apps: store.apps, pixels: store.pixels },
    },
  }
}

export const contactPreviewExample: ContactPreview = {
  id: 'ct_live_QwErTyUiOpAsDfGh',
  object: 'contact_preview',
  first_name: 'Maya',
  last_name_obfuscated: 'L***',
  role: 'head_of_ecommerce',
  seniority: 'decision_maker',
  title: 'Head of Ecommerce',
  has_verified_email: true,
  has_phone: true,
  has_linkedin: true,
  revealed: false,
  best_email: { status: 'verified', type: 'work', verified_at: '2026-10-20T00:00:00.000Z' },
  added_at: '2025-06-02T00:00:00.000Z',
  updated_at: '2026-09-14T00:00:00.000Z',
  store: {
    id: 'st_live_AbCdEfGhIjKlMnOp',
    domain: 'northwind-candles.example',
    name: 'Northwind Candles',
    category: 'home_and_garden',
    country: 'GB',
    traffic_tier: '50k_100k',
    technologies: { apps: ['Klaviyo', 'Judge.me'], pixels: ['Meta', 'Google Analytics 4'] },
  },
}
