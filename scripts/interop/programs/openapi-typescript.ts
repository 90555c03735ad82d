import createClient from 'openapi-fetch'
import type { components, paths } from './client/schema'

declare const process: { env: Record<string, string> }

const api = createClient<paths>({
  baseUrl: `${process.env.ORIGIN}/api/v1`,
  headers: { Authorization: `Bearer ${process.env.API_KEY}` },
})

async function main(): Promise<string> {
  const { data: page, error } = await api.POST('/contacts/search', {
    body: { person: { seniority_any: ['executive'], has_verified_email: true }, limit: 3 },
  })
  if (error) throw new Error(error.error.message)
  const previews: components['schemas']['ContactPreview'][] = page.data
  const ids = previews.map(({ id }) => id)
  const { data: revealed } = await api.POST('/contacts/reveal', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { contact_ids: ids },
  })
  const emails = revealed?.data.flatMap((contact) => contact.emails.map(({ email }) => email)) ?? []
  const { data: usage } = await api.GET('/usage')
  const { error: refused, response } = await api.GET('/stores/{domain}', {
    params: { path: { domain: 'nobody.example' } },
  })
  if (response.status !== 404 || refused?.error.code !== 'store_not_found') throw new Error('No typed error.')
  return `found ${page.total}, revealed ${emails.length} emails, ${usage?.contact_credits.spendable_now} credits left`
}

main().then(console.log)
