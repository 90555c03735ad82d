import { Api, type ContactPreview, type HttpResponse, type Problem } from './client/api'

declare const process: { env: Record<string, string> }

const api = new Api<string>({
  securityWorker: (key) => (key ? { headers: { Authorization: `Bearer ${key}` } } : {}),
})
api.setSecurityData(process.env.API_KEY ?? null)

async function main(): Promise<string> {
  const { data: page } = await api.contacts.searchContacts({
    person: { has_phone: true, has_verified_email: true },
    limit: 3,
  })
  const ids = page.data.map((preview: ContactPreview) => preview.id)
  const { data: revealed } = await api.contacts.revealContacts(
    { contact_ids: ids },
    { headers: { 'Idempotency-Key': crypto.randomUUID() } },
  )
  const emails = revealed.data.flatMap((contact) => contact.emails.map(({ email }) => email))
  const { data: usage } = await api.usage.getUsage()
  const refused = await api.stores.getStore('nobody.example').then(
    () => null,
    (answer: HttpResponse<unknown, Problem>) => answer.error.error.code,
  )
  if (refused !== 'store_not_found') throw new Error('No typed error.')
  return `found ${page.total}, revealed ${emails.length} emails, ${usage.contact_credits.spendable_now} credits left`
}

main().then(console.log)
