import { describe, expect, it } from 'vitest'
import { contactGroups, storeSearchGroups } from './filters.ts'
import { changeOf, channelIn, domainIn, splitsOf, understand } from './understand.ts'

const taxonomy = {
  roles: [
    { value: 'founder', label: 'Founder' },
    { value: 'head_of_growth', label: 'Head of growth' },
    { value: 'ceo', label: 'CEO' },
  ],
  seniorities: [{ value: 'executive', label: 'Executive' }],
  countries: [
    { value: 'DE', label: 'Germany' },
    { value: 'US', label: 'United States' },
    { value: 'IN', label: 'India' },
  ],
  categories: [{ value: 'supplements', label: 'Supplements' }],
  apps: [
    { value: 'Klaviyo', label: 'Klaviyo' },
    { value: 'Judge.me', label: 'Judge.me' },
  ],
  pixels: [{ value: 'Meta Pixel', label: 'Meta Pixel' }],
  email_statuses: [
    { value: 'verified', label: 'Verified' },
    { value: 'found', label: 'Found' },
  ],
  email_types: [{ value: 'work', label: 'Work' }],
  work_statuses: [
    { value: 'new', label: 'New' },
    { value: 'lost', label: 'Lost' },
  ],
}

const read = (text: string, groups = contactGroups) => {
  const { found, rest, store } = understand(text, groups, taxonomy)
  return [
    ...found.map(({ key, value }) => `${key}=${value}`),
    ...(rest ? [rest] : []),
    ...(store ? [`at ${store}`] : []),
  ].join(' ')
}

describe('a typed text', () => {
  it.each([
    ['founders germany klaviyo', 'role=founder country=DE app=Klaviyo'],
    ['Founders in Germany with Klaviyo', 'role=founder country=DE app=Klaviyo'],
    ['head of growth, united states', 'role=head_of_growth country=US'],
    ['CEOs usa', 'role=ceo country=US'],
    ['anna founder', 'role=founder anna'],
    ['judge.me meta pixel', 'app=Judge.me pixel=Meta Pixel'],
    ['executives supplements', 'seniority=executive category=supplements'],
    ['klavyio', 'app=Klaviyo'],
    ['foundr germny', 'role=founder country=DE'],
    ['Gründer? founder Deutschland', 'role=founder country=DE Gründer?'],
    ['founders allemagne', 'role=founder country=DE'],
    ['shopify plus stores in germany', 'plus=yes country=DE'],
    ['Shopify founders in germany', 'role=founder country=DE'],
    ['shopify stores with klaviyo', 'app=Klaviyo'],
    ['founders with phone', 'role=founder phone=yes'],
    ['germany without klaviyo', 'country=DE app.none=Klaviyo'],
    ['founders without phone', 'role=founder phone=no'],
    ['founders not germany', 'role=founder not germany'],
    ['founder at tea house', 'role=founder at tea house'],
    ['anna at tea house', 'anna at tea house'],
  ])('%s means %s', (text, meaning) => expect(read(text)).toBe(meaning))

  it.each(['anna keller', 'in', 'us', 'shopify', 'house of the sun', 'marc of fountain', 'seven days tea'])(
    '%s is a name, and nothing of it is lost',
    (text) => expect(read(text)).toBe(text),
  )

  it('names only filters that the search has', () => {
    expect(read('founder klaviyo', storeSearchGroups)).toBe('contact-role=founder app=Klaviyo')
  })

  it('adds to what is chosen already', () => {
    const meaning = understand('founder germany anna', contactGroups, taxonomy)
    expect(changeOf(meaning, 'q', { country: 'US', role: ['founder'] })).toEqual({
      q: 'anna',
      role: ['founder'],
      country: ['US', 'DE'],
    })
  })

  it('a flag says one thing, and words after “at” are the store’s', () => {
    const change = (text: string, search = {}) => changeOf(understand(text, contactGroups, taxonomy), 'q', search)
    expect(change('with phone', { phone: 'no' })).toEqual({ q: undefined, phone: 'yes' })
    expect(change('anna at tea house')).toEqual({ q: 'anna', store: 'tea house' })
  })
})

describe('FIND-8: what changed', () => {
  it.each([
    ['dropped klaviyo in the last 90 days', 'changed=app_removed.90.Klaviyo'],
    ['stores that dropped klaviyo in the last 90 days', 'changed=app_removed.90.Klaviyo'],
    ['removed klavyio last week germany', 'changed=app_removed.7.Klaviyo country=DE'],
    ['stopped using judge.me', 'changed=app_removed.30.Judge.me'],
    ['founders who added meta pixel 2 months', 'role=founder changed=pixel_added.60.Meta Pixel'],
    ['dropped anchor germany', 'country=DE dropped anchor'],
    ['germany 30 days', 'country=DE 30 days'],
    ['installed klaviyo', 'changed=app_added.30.Klaviyo'],
    ['lost klaviyo past 3 weeks', 'changed=app_removed.21.Klaviyo'],
  ])('%s means %s', (text, meaning) => expect(read(text)).toBe(meaning))

  it('is a filter of stores, too', () => {
    expect(read('dropped klaviyo', storeSearchGroups)).toBe('changed=app_removed.30.Klaviyo')
  })

  it.each(['found', 'new balance', 'lost coast', 'won ton', 'work', 'dropped stitches'])(
    '%s is a name, whatever else it may be',
    (text) => expect(read(text)).toBe(text),
  )

  it('other statuses are filters', () => {
    expect(read('verified founders')).toBe('email-status=verified role=founder')
  })
})

describe('a pasted address', () => {
  it.each([
    ['https://www.tea.example/products/x?y=1#z', 'tea.example'],
    ['tea.example', 'tea.example'],
    ['http://shop.tea.example:8080', 'shop.tea.example'],
    ['CAFÉ.example/menu', 'xn--caf-dma.example'],
  ])('%s is the store %s', (text, domain) => expect(domainIn(text)).toBe(domain))

  it.each([
    'anna',
    'anna keller',
    'anna@tea.example',
    'https://www.linkedin.com/in/anna',
    'no. 5',
    'v1.2',
    'judge.me klaviyo',
    '',
  ])('%s is none', (text) => expect(domainIn(text)).toBeNull())
})

it('words can be a person at a store, in either order', () => {
  expect(splitsOf('blake keen bison')).toEqual([
    { person: 'blake', store: 'keen bison' },
    { person: 'blake keen', store: 'bison' },
    { person: 'bison', store: 'blake keen' },
  ])
  expect(splitsOf('blake')).toEqual([])
})

describe('a pasted email, phone or profile', () => {
  it.each([
    ['anna@tea.example', 'anna@tea.example'],
    ['mailto:anna@tea.example', 'anna@tea.example'],
    [' <anna@tea.example> ', 'anna@tea.example'],
    ['anna@', 'anna@'],
    ['+49 30 123456', '+49 30 123456'],
    ['tel:+4930123456', '+4930123456'],
    ['(030) 123-456', '(030) 123-456'],
    ['https://de.linkedin.com/in/anna/', 'https://de.linkedin.com/in/anna/'],
  ])('%s is looked for as %s', (text, channel) => expect(channelIn(text)).toBe(channel))

  it.each(['anna', 'tea 24', '2026', '1000 & 1', 'anna at tea', '@', ''])('%s is none', (text) =>
    expect(channelIn(text)).toBeNull(),
  )
})
