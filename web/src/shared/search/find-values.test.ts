import { describe, expect, it } from 'vitest'
import type { TaxonomyList } from '../labels.tsx'
import { findValues } from './find-values.ts'

const values: Partial<Record<TaxonomyList, { value: string; label: string }[]>> = {
  countries: [
    { value: 'US', label: 'United States' },
    { value: 'GB', label: 'United Kingdom' },
    { value: 'DE', label: 'Germany' },
    { value: 'AU', label: 'Australia' },
    { value: 'AT', label: 'Austria' },
    { value: 'CI', label: 'Côte d’Ivoire' },
    { value: 'ST', label: 'São Tomé and Príncipe' },
  ],
  roles: [
    { value: 'head_of_growth', label: 'Head of growth' },
    { value: 'founder', label: 'Founder' },
    { value: 'co_founder', label: 'Co-founder' },
    { value: 'ceo', label: 'CEO' },
  ],
  apps: [
    { value: 'Klaviyo', label: 'Klaviyo' },
    { value: 'Judge.me', label: 'Judge.me' },
    { value: 'Yotpo Reviews', label: 'Yotpo Reviews' },
  ],
}

describe('FIND-7: a text in the panel', () => {
  it.each([
    ['countries', 'germ', ['DE']],
    ['countries', 'GERMANY', ['DE']],
    ['countries', 'Deutschland', ['DE']],
    ['countries', 'etats-unis', ['US']],
    ['countries', 'uk', ['GB']],
    // The code comes before the names that hold the two letters.
    ['countries', 'us', ['US', 'AU', 'AT']],
    ['countries', 'germny', ['DE']],
    ['countries', 'gemr', ['DE']],
    ['countries', 'cote d', ['CI']],
    ['countries', 'ci', ['CI', 'ST']],
    ['countries', 'sao tome and principe', ['ST']],
    ['countries', 'unit king', ['GB']],
    ['roles', 'founder', ['founder', 'co_founder']],
    ['roles', 'growth head', ['head_of_growth']],
    ['roles', 'growht', ['head_of_growth']],
    ['roles', 'head_of_growth', ['head_of_growth']],
    ['roles', 'c.e.o', []],
    ['apps', 'klavyio', ['Klaviyo']],
    ['apps', 'klv', ['Klaviyo']],
    // Two letters with a slip could be anything.
    ['apps', 'kx', []],
    ['apps', 'JUDGE', ['Judge.me']],
    ['apps', ' reviews  ', ['Yotpo Reviews']],
    ['apps', 'yopto', ['Yotpo Reviews']],
    ['apps', 'mailchimp', []],
    ['apps', '???', []],
  ] as const)('of %s: %s finds %j', (list, typed, found) =>
    expect(findValues(list, values[list]!, typed).map(({ value }) => value)).toEqual(found),
  )
})
