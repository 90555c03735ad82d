import { expect, it } from 'vitest'
import { layOut } from '../../base/mail-layout.ts'
import { noticeKinds } from './notice-letters.ts'
import { sampleNotices } from './sample-notices.ts'

const publicUrl = 'https://prospector.example'

it('BILL-8: every kind of notice has a mail, and the preview shows them all', () => {
  expect(sampleNotices(publicUrl).map(({ kind }) => kind)).toEqual([...noticeKinds])
})

it.each(sampleNotices(publicUrl))('the mail $kind says the same in text and HTML, and loads nothing', ({ letter }) => {
  const { text, html } = layOut(letter)
  for (const paragraph of letter.paragraphs) {
    expect(text).toContain(paragraph)
    expect(html.replaceAll('&amp;', '&')).toContain(paragraph)
  }
  expect(text).toContain(`${publicUrl}/settings/billing`)
  expect(html).toContain(`href="${publicUrl}/settings/billing"`)
  expect(html).not.toMatch(/<img|<script|<link|src=/)
})
