import { type Static, Type } from 'typebox'
import { contactIdPattern } from '../base/ids.ts'
import { nullableString, oneOf } from '../base/schema.ts'
import { seniorities } from '../base/seniorities.ts'
import type { PreviewRow } from './find-previews.ts'

/** PREVIEW-1. */
export const contactPreview = Type.Object({
  id: Type.String({ pattern: contactIdPattern, description: 'Opaque; what reveal takes.' }),
  object: Type.Literal('contact_preview'),
  first_name: nullableString(),
  last_name_obfuscated: nullableString({ description: 'Masked last name.' }),
  role: nullableString({ description: 'Normalised decision-maker role.' }),
  seniority: oneOf(seniorities),
  title: nullableString(),
  has_verified_email: Type.Boolean({ description: 'Reveal can return at least one email.' }),
  has_phone: Type.Boolean({ description: 'Reveal can return a phone.' }),
  has_linkedin: Type.Boolean({ description: 'Reveal can return a LinkedIn URL.' }),
  revealed: Type.Boolean({ description: 'This account already revealed the contact.' }),
  store: Type.Object({
    id: Type.String(),
    domain: Type.String(),
    name: Type.String(),
    category: nullableString(),
    traffic_tier: nullableString(),
    technologies: Type.Object({ apps: Type.Array(Type.String()), pixels: Type.Array(Type.String()) }),
  }),
})

type ContactPreview = Static<typeof contactPreview>

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
    store: {
      id: store.id,
      domain: store.domain,
      name: store.name,
      category: store.category,
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
  store: {
    id: 'st_live_AbCdEfGhIjKlMnOp',
    domain: 'northwind-candles.example',
    name: 'Northwind Candles',
    category: 'home_and_garden',
    traffic_tier: '50k_100k',
    technologies: { apps: ['Klaviyo', 'Judge.me'], pixels: ['Meta', 'Google Analytics 4'] },
  },
}
