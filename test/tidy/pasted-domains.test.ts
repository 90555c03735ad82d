/** The web application reads pasted domains before the server does. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normaliseDomain } from '../../src/catalog/domains.ts'
import { holdsDomain } from '../../web/src/shared/domains.ts'

const isTaken = (pasted: string): boolean => normaliseDomain(pasted) !== null

it.each([
  ...[
    'tea.example',
    'https://www.tea.example/shop?x=1',
    'TEA-house.example',
    'bücher.москва',
    '💩.la',
    'tea.example:443',
  ],
  ...['my_shop.example', 'my_shop', '-tea.example', 'tea-.example', 'tea..example', '.example', 'tea.e', 'tea.4you'],
  ...['12.03.2024', '1.50', `${'x'.repeat(64)}.example`, `${'x.'.repeat(124)}example`, 'te*a.example', 'tea.example.'],
])('LIST-8, EXCL-10: of %s the web application and the server say the same', (pasted) => {
  expect(holdsDomain(pasted)).toBe(isTaken(pasted))
})

it('LIST-8, EXCL-10: the web application takes for a domain what the server takes', () => {
  const label = fc.string({ unit: fc.constantFrom(...'ab1-_.üж'), maxLength: 12 })
  const pasted = fc.record({
    scheme: fc.constantFrom('', 'https://', '//'),
    label,
    end: fc.constantFrom('', '.example', '.ex_ample'),
  })
  fc.assert(
    fc.property(pasted, ({ scheme, label: name, end }) => {
      expect(holdsDomain(scheme + name + end)).toBe(isTaken(scheme + name + end))
    }),
  )
})
