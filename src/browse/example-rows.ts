import { Type } from 'typebox'
import { contactPreview, contactPreviewExample } from '../catalog/contact-preview.ts'
import { store, storeExample } from '../stores/store.ts'

/** Invented stores and people, the same for everybody: what rows look like, and nothing of the catalogue. */
const mark = { synthetic: Type.Literal(true, { description: 'An invented example, not a row of the catalogue.' }) }
export const exampleContact = Type.Object({ ...contactPreview.properties, ...mark })
export const exampleStore = Type.Object({ ...store.properties, ...mark })

type Example = {
  name: string
  category: string
  country: string
  visits: string
  score: number
  apps: string[]
  person: [
    firstName: string,
    lastInitial: string,
    title: string,
    role: string,
    seniority: 'executive' | 'decision_maker' | 'other',
  ]
}

const examples: Example[] = [
  {
    name: 'Northwind Candles',
    category: 'home_and_garden',
    country: 'US',
    visits: '50k_100k',
    score: 91,
    apps: ['Klaviyo', 'Judge.me'],
    person: ['Maya', 'L', 'Head of Ecommerce', 'head_of_ecommerce', 'decision_maker'],
  },
  {
    name: 'Fjord and Field',
    category: 'apparel',
    country: 'NO',
    visits: '100k_500k',
    score: 88,
    apps: ['Klaviyo', 'Yotpo'],
    person: ['Jonas', 'B', 'Founder', 'founder', 'executive'],
  },
  {
    name: 'Little Lantern Toys',
    category: 'toys',
    country: 'GB',
    visits: '10k_50k',
    score: 84,
    apps: ['Judge.me'],
    person: ['Priya', 'S', 'Marketing Manager', 'marketing_manager', 'decision_maker'],
  },
  {
    name: 'Copper Kettle Coffee',
    category: 'food_and_drink',
    country: 'CA',
    visits: '50k_100k',
    score: 81,
    apps: ['Recharge', 'Klaviyo'],
    person: ['Owen', 'T', 'CEO', 'ceo', 'executive'],
  },
  {
    name: 'Sonnenhof Naturkosmetik',
    category: 'beauty',
    country: 'DE',
    visits: '100k_500k',
    score: 79,
    apps: ['Loox'],
    person: ['Lena', 'W', 'Head of Growth', 'head_of_growth', 'decision_maker'],
  },
  {
    name: 'Trailhead Outfitters',
    category: 'sports',
    country: 'US',
    visits: '10k_50k',
    score: 75,
    apps: ['Gorgias', 'Klaviyo'],
    person: ['Marcus', 'H', 'Director of Ecommerce', 'head_of_ecommerce', 'decision_maker'],
  },
  {
    name: 'Maison Petit Pain',
    category: 'food_and_drink',
    country: 'FR',
    visits: '10k_50k',
    score: 72,
    apps: ['Judge.me'],
    person: ['Camille', 'R', 'Co-founder', 'founder', 'executive'],
  },
  {
    name: 'Harbour Pet Supply',
    category: 'pets',
    country: 'AU',
    visits: '50k_100k',
    score: 68,
    apps: ['Recharge'],
    person: ['Tessa', 'M', 'Operations Manager', 'operations_manager', 'other'],
  },
  {
    name: 'Ink and Oak Paper',
    category: 'arts_and_crafts',
    country: 'NL',
    visits: 'under_10k',
    score: 61,
    apps: ['Loox'],
    person: ['Daan', 'V', 'Owner', 'founder', 'executive'],
  },
  {
    name: 'Bright Bay Surf',
    category: 'sports',
    country: 'PT',
    visits: 'under_10k',
    score: 57,
    apps: ['Gorgias'],
    person: ['Inês', 'C', 'Ecommerce Manager', 'ecommerce_manager', 'decision_maker'],
  },
]

const domainOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '-')}.example`
/** Ids that no catalogue holds: a reveal of one is refused as unknown. */
const idOf = (kind: 'ct' | 'st', at: number): string => `${kind}_example_${String.fromCharCode(65 + at).repeat(16)}`

export const exampleStores = examples.map(({ name, category, country, visits, score, apps, person }, at) => ({
  ...storeExample,
  id: idOf('st', at),
  domain: domainOf(name),
  name,
  category,
  country,
  traffic_tier: visits,
  lead_fit_score: score,
  technologies: { ...storeExample.technologies, apps },
  contacts_summary: { total: 1, has_revealable_contacts: true, verified_email_count: 1, roles: [person[3]] },
  synthetic: true as const,
}))

export const exampleContacts = examples.map(({ name, category, country, visits, apps, person }, at) => {
  const [firstName, lastInitial, title, role, seniority] = person
  return {
    ...contactPreviewExample,
    id: idOf('ct', at),
    first_name: firstName,
    last_name_obfuscated: `${lastInitial}***`,
    title,
    role,
    seniority,
    has_phone: at % 2 === 0,
    store: {
      ...contactPreviewExample.store,
      id: idOf('st', at),
      domain: domainOf(name),
      name,
      category,
      country,
      traffic_tier: visits,
      technologies: { ...contactPreviewExample.store.technologies, apps },
    },
    synthetic: true as const,
  }
})
