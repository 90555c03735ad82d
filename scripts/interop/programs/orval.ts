import axios from 'axios'
import type { ContactPreview, Problem } from './client/api'
import { getStore, getUsage, revealContacts, searchContacts } from './client/api'

declare const process: { env: Record<string, string> }

axios.defaults.baseURL = `${process.env.ORIGIN}/api/v1`
axios.defaults.headers.common.Authorization = `Bearer ${process.env.API_KEY}`

async function main(): Promise<string> {
  const { data: page } = await searchContacts({
    person: { seniority_any: ['other'], has_verified_email: true },
    limit: 3,
  })
  const ids = page.data.map((preview: ContactPreview) => preview.id)
  const { data: revealed } = await revealContacts(
    { contact_ids: ids },
    { headers: { 'Idempotency-Key': crypto.randomUUID() } },
  )
  const emails = revealed.data.flatMap((contact) => contact.emails.map(({ email }) => email))
  const { data: usage } = await getUsage()
  const refused = await getStore('nobody.example').then(
    () => null,
    (error: unknown) => (axios.isAxiosError<Problem>(error) ? error.response?.data.error.code : null),
  )
  if (refused !== 'store_not_found') throw new Error('No typed error.')
  return `found ${page.total}, revealed ${emails.length} emails, ${usage.contact_credits.spendable_now} credits left`
}

main().then(console.log)
