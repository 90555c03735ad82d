import { expect, it } from 'vitest'
import { mails } from './mails.ts'
import { sampleMails } from './sample-mails.ts'

const publicUrl = 'https://prospector.example'

it.each(Object.entries(sampleMails(publicUrl)))(
  'the mail %s says the same in text and HTML, with one link and nothing to load',
  (_name, { text, html }) => {
    const [url, ...others] = text.match(/https?:\/\/\S+/g)!
    expect([others, text.endsWith('\n')]).toEqual([[], true])
    expect(html!.match(/href="[^"]*"/g)).toEqual([`href="${url}"`])
    const sentences = text.split('\n').filter((line) => line !== '' && line !== '--' && !line.includes(url!))
    for (const sentence of sentences) expect(html).toContain(sentence)
    expect(html).not.toMatch(/<img|<script|<link|src=/)
  },
)

it('a name in the mail of an invitation adds no markup and no link to its HTML', () => {
  const invitation = { accountName: '<a href="https://evil.example">Pay</a>', inviterName: '<b>Eve</b>', days: 7 }
  const { html } = mails.invitation('ada@shop.example', { ...invitation, url: `${publicUrl}/invitations/1` })
  expect(html!.match(/<a /g)).toHaveLength(1)
  expect(html).not.toMatch(/<b>|evil\.example/)
})
