import type { ContactPreview, Problem } from './client'
import { getStore, getUsage, revealContacts, searchContacts } from './client'
import { client } from './client/client.gen'

declare const process: { env: Record<string, string> }

client.setConfig({ auth: process.env.API_KEY })

async function main(): Promise<string> {
  const { data: page } = await searchContacts({
    body: { person: { seniority_any: ['decision_maker'], has_verified_email: true }, limit: 3 },
    throwOnError: true,
  })
  const ids = page.data.map((preview: ContactPreview) => preview.id)
  const { data: revealed } = await revealContacts({
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: { contact_ids: ids },
    throwOnError: true,
  })
  const emails = revealed.data.flatMap((contact) => contact.emails.map(({ email }) => email))
  const { data: usage } = await getUsage({ throwOnError: true })
  const { error } = await getStore({ path: { domain: 'nobody.example' } })
  const problem: Problem | undefined = error
  if (problem?.error.code !== 'store_not_found') throw new Error('No typed error.')
  return `found ${page.total}, revealed ${emails.length} emails, ${usage.contact_credits.spendable_now} credits left`
}

main().then(console.log)
