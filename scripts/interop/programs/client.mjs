// One program for every runtime: search, quote, reveal and a refusal, with @prospector/client as it is installed.
import { createProspector, NotFoundError, webhooks } from '@prospector/client'

/** Without options: PROSPECTOR_URL and PROSPECTOR_KEY. */
export async function run(options) {
  const prospector = createProspector(options)
  const { data } = await prospector.searchContacts({ person: { has_verified_email: true }, limit: 3 })
  const ids = data.map(({ id }) => id)
  await prospector.getUsage({}, { signal: new AbortController().signal })
  const quote = await prospector.quoteReveal({ contact_ids: ids })
  const { data: revealed, response } = await prospector.revealContacts({ contact_ids: ids }).withResponse()
  if (revealed.data.length !== 3 || !response.headers.get('x-request-id')) throw new Error('The reveal is incomplete.')
  const refused = await prospector.getStore({ domain: 'nobody.example' }).catch((error) => error)
  if (!(refused instanceof NotFoundError)) throw refused
  const signed = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const now = new Date(1_614_265_330_000)
  await webhooks.verify('{"test": 2432232314}', signed, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { now })
  let entries = 0
  for await (const _ of prospector.each('listCreditEntries', { limit: 1 })) entries += 1
  return `quoted ${quote.credits.required}, revealed ${revealed.data.length}, refused, verified, read ${entries} entries`
}
