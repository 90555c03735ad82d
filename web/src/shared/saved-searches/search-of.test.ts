import { describe, expect, it } from 'vitest'
import { toRequest } from '../search/filter-params.ts'
import { contactGroups, storeSearchGroups } from '../search/filters.ts'
import { parseSearch, stringifySearch } from '../search-params.ts'
import { searchOf } from './search-of.ts'

describe('a saved search as an address', () => {
  it('asks for the same again, whatever kind its filters are of', () => {
    const address =
      '?email=yes&phone=no&role=ceo&role=founder&title=head+of&country=DE&app=Klaviyo&app.all=Loox&app.none=Yotpo&score.min=10&score.max=90&domain=a.example&added=7&email-status=verified&changed=app_added.30.Judge.me&changed=ads_started.7&status=new&owner=usr_1&tag=spring&tag=berlin&untouched=30'
    const request = toRequest(contactGroups, parseSearch(address))
    const opened = stringifySearch(searchOf(contactGroups, JSON.parse(JSON.stringify(request)) as object))
    expect(toRequest(contactGroups, parseSearch(opened))).toEqual(request)
  })

  it('keeps what only stores are searched by', () => {
    const request = toRequest(storeSearchGroups, parseSearch('?contacts=yes&contact-role=ceo&plus=no'))
    expect(toRequest(storeSearchGroups, searchOf(storeSearchGroups, request))).toEqual(request)
  })

  it('leaves out what no filter knows', () => {
    expect(searchOf(contactGroups, { person: { shoe_size: 43 }, weather: { is: 'fine' } })).toEqual({})
  })
})
