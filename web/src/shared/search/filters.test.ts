import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from '../search-params.ts'
import { findsNothing, pickFilters, toRequest } from './filter-params.ts'
import { contactGroups, storeSearchGroups } from './filters.ts'

describe('the address of a search', () => {
  it('becomes the request it says', () => {
    const search = parseSearch(
      '?role=ceo&role=founder&email=yes&phone=no&app=Klaviyo&app.none=Loox&score.min=60&title=head growth',
    )
    expect(toRequest(contactGroups, search)).toEqual({
      person: { roles_any: ['ceo', 'founder'], has_verified_email: true, has_phone: false, title: 'head growth' },
      store: { apps: { any: ['Klaviyo'], none: ['Loox'] }, lead_fit_score: { min: 60 } },
    })
  })

  it('keeps values with commas, ampersands and markup through a round trip', () => {
    const search = { app: ['A, B & C', '<b>x</b>'], title: 'a=b' }
    expect(parseSearch(stringifySearch(search))).toEqual(search)
  })

  it('drops what no filter knows and what no filter can mean', () => {
    const search = parseSearch('?utm_source=mail&email=maybe&score.min=abc&score.max=900&contacts=yes')
    expect(pickFilters(contactGroups, search)).not.toHaveProperty('utm_source')
    expect(toRequest(contactGroups, search)).toEqual({})
    expect(toRequest(storeSearchGroups, search)).toEqual({ contacts: { available: true } })
  })

  it('asks nothing where only nothing can be found', () => {
    const finds = (address: string) => !findsNothing(toRequest(contactGroups, parseSearch(address)))
    for (const address of ['?q=%3F%3F', '?title=--', '?store=%F0%9F%99%82', '?score.min=90&score.max=10'])
      expect([address, finds(address)]).toEqual([address, false])
    for (const address of ['', '?q=a', '?q=木', '?score.min=90', '?score.min=10&score.max=10', '?role=ceo'])
      expect([address, finds(address)]).toEqual([address, true])
  })
})
