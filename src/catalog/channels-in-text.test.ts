import { describe, expect, test } from 'vitest'
import type { Channels } from './channels.ts'
import { holdsChannel } from './channels-in-text.ts'

const jane: Channels = {
  emails: [{ email: 'Jane@leak-one.example', status: 'verified', type: 'work', is_primary: true }],
  phones: [{ phone: '+1 (415) 555-0100 ext 7', type: 'direct', is_primary: true }],
  linkedin_url: 'https://www.linkedin.com/in/jane-doe-1/?x',
}
const nobody: Channels = { emails: [], phones: [], linkedin_url: null }

describe('C15: a text that is shown unpaid holds no channel', () => {
  test.each([
    'ann@leak-one.example',
    'CEO, ann@leak-one.example',
    'ann＠leak-one.example',
    'ann﹫leak-one．example',
    'ann@leak-one。example',
    'ann\u00ad@\u200dleak-one.example',
    'john [at] leak-one.example',
    'john(at)leak-one(dot)example',
    'john { AT } leak-one [ . ] example',
    'john-at-leak-one.example',
    'john_at_leak-one.example',
    'john(a)leak-one.example',
    'john%40leak-one.example',
    'john&#64;leak-one.example',
    'john&commat;leak-one&period;example',
    'see linkedin.com/in/john',
    'lnkd.in/johndoe',
    'CEO, LinkedIn: in/johndoe',
    'https://de.linkedin.com/in/john',
    'CEO /in/johndoe',
    'Owner, call +1 415 555 0199',
    '+49 (0) 151 12345678',
    '(415) 555-0199',
    '415.555.0199',
    '4155550199',
    'Tel.0151/1234567',
    'Ruf: 040 – 123 45 67',
    '+1 415 555 0199',
    '+４１５ 555 0199',
    'Owner ٠٤١ ٥٥٥ ٠١٩٩ ٠٠',
    'Call +۴۱۵ ۵۵۵ ۰۱۹۹',
    '४१५५५५०१९९',
    'Tel 4️⃣1️⃣5️⃣ 5️⃣5️⃣5️⃣ 0️⃣1️⃣9️⃣9️⃣',
    '❹❶❺ ❺❺❺ ⓿❶❾❾',
    '④①⑤⑤⑤⑤⓪①⑨⑨',
    '𝟒𝟏𝟓-𝟓𝟓𝟓-𝟎𝟏𝟗𝟗',
    '四一五五五五〇一九九',
    '4\u00ad1\u00ad5 555\u200d0199',
    'аnn@leak-one.example',
    'linkеdin.com/in/john',
  ])('whoever it belongs to: %j', (text) => {
    expect(holdsChannel(text, [nobody])).toBe(true)
  })

  test.each([
    'CEO, jane @ leak-one.example',
    'jane - at - leak-one - dot - example',
    'j.a.n.e @ l e a k - o n e . e x a m p l e',
    'jane at leak-one.example',
    'Jane at leak-one dot example',
    'LinkedIn jane-doe-1',
    'profile: in/jane-doe-1',
    '555-0100',
    '555 . 01 — 00',
    'my number: 4 1 5 x 5 5 5 x 0 1 0 0',
  ])('one’s own in other words: %j', (text) => {
    expect(holdsChannel(text, [nobody])).toBe(false)
    expect(holdsChannel(text, [nobody, jane])).toBe(true)
  })

  test.each([
    '1-800-Flowers',
    'Web 3.0 Lead',
    'Head of 24/7 support',
    'VP Sales EMEA 2024-2026',
    'Winner 2019/2020/2021',
    'In charge since 01.02.2024',
    '99designs',
    '4711 Shop',
    'ISO 9001 / 27001 Auditor',
    'Employee 1234567',
    'UA-123456789-12',
    'Meta Pixel 123456789012345',
    'Head of Sales @ Leak One',
    'Founder at leak-one.example',
    'Buyer at Polka Dot Shop',
    'In/Outbound Sales',
    'LinkedIn Ads Specialist',
    'Yoga@Home',
    'R&D (Europe)',
    'Geschäftsführer für Ein- und Verkauf',
    '店長',
    'shop.example',
    '',
  ])('ordinary texts stay: %j', (text) => {
    expect(holdsChannel(text, [jane])).toBe(false)
  })

  test.each(['2125550177', 'Google Ads 1234567890', 'Tracking 20231015123045', 'GA4 property 312345678901'])(
    'IMPORT-32: an app or a pixel may be named by its number: %j',
    (text) => {
      expect(holdsChannel(text, [jane], 'technology')).toBe(false)
      expect(holdsChannel(text, [jane])).toBe(true)
    },
  )

  test.each([
    'Chat 415 555 0199',
    '+14155550199',
    'Support (415) 555-0199',
    '0151 12345678',
    '015112345678',
    '4155550100',
  ])('IMPORT-32: but not by a phone number, or by one of the store’s people’s: %j', (text) =>
    expect(holdsChannel(text, [jane], 'technology')).toBe(true),
  )
})
