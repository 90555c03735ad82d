import { describe, expect, it } from 'vitest'
import { safeNext } from './paths.ts'

const origin = 'https://prospector.example'

describe('where to go after sign-in', () => {
  it.each([
    ['/contacts', '/contacts'],
    ['/revealed?list=lst_1&x=%2F%2Fy#row', '/revealed?list=lst_1&x=%2F%2Fy#row'],
    ['/invitations/Ab12', '/invitations/Ab12'],
    ['/stores/tea%20%26%20soap.example', '/stores/tea%20%26%20soap.example'],
    ['/%09/evil.example', '/%09/evil.example'],
    ['/%2F/evil.example', '/%2F/evil.example'],
    ['/contacts//evil.example', '/contacts//evil.example'],
  ])('%j is a place of our own', (next, place) => {
    expect(safeNext(next)).toBe(place)
  })

  it.each([
    '',
    '/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '/\t\\evil.example',
    '\t//evil.example',
    ' //evil.example',
    '\u0000//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    '/%2e//evil.example',
    '/a/..//evil.example',
    'https://evil.example',
    'https://prospector.example/usage',
    'https:/\\evil.example',
    'https:\\\\evil.example',
    'http://prospector.example/usage',
    'https://prospector.example:444/usage',
    'https://prospector.example@evil.example',
    'https://prospector.example.evil.example',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'blob:https://prospector.example/x',
    'blob:https://here.invalid/x',
    'http://[',
    undefined,
  ])('%j leads home', (next) => {
    expect(safeNext(next)).toBe('/')
  })

  it.each([
    '/%09/evil.example',
    '/contacts?next=//evil.example',
    '/a/b/../..///evil.example',
    '/\u2028/x',
    'x',
    '?x',
    '#x',
  ])('a browser that goes to what is made of %j stays with us', (next) => {
    expect(new URL(safeNext(next), `${origin}/sign-in`).origin).toBe(origin)
  })
})
