const { eventTypes } = require('../value-lists')
const { headerOf, isSigned } = require('../signature')

const chosen = (bundle) => (bundle.inputData.types?.length > 0 ? bundle.inputData.types : null)

async function subscribe(z, bundle) {
  const body = { url: bundle.targetUrl, types: chosen(bundle) }
  const { data } = await z.request({ method: 'POST', url: '/webhooks', body })
  return { id: data.id, secret: data.secret }
}

/** One that is gone already is as good as removed. */
async function unsubscribe(z, bundle) {
  const url = `/webhooks/${bundle.subscribeData.id}`
  await z.request({ method: 'DELETE', url, custom: { mayFailWith: 'resource_not_found' } })
  return {}
}

/** Zapier handles each `id` once. */
function receive(z, bundle) {
  if (!isSigned(bundle.rawRequest, bundle.subscribeData.secret))
    throw new z.errors.HaltedError('Not signed by Prospector.')
  return [{ id: headerOf(bundle.rawRequest.headers, 'webhook-id'), ...bundle.cleanedRequest }]
}

/** As a webhook would bring it. */
const toMessage = ({ id, type, created_at, data, sequence }) => ({
  id,
  type,
  timestamp: created_at,
  data: { ...data, sequence },
})

/** The fallback, and the sample in the editor: the newest events of the feed, newest first. */
async function readFeed(z, bundle) {
  const { data: first } = await z.request({ url: '/events', params: { limit: 1 } })
  const oldest = first.data[0]?.sequence ?? first.next_after + 1
  const after = Math.max(oldest - 1, oldest + first.total - 1 - 100)
  const named = chosen(bundle) ? { types: chosen(bundle).join(',') } : {}
  const { data: page } = await z.request({ url: '/events', params: { ...named, after, limit: 100 } })
  return page.data.reverse().map(toMessage)
}

module.exports = {
  key: 'event',
  noun: 'Event',
  display: { label: 'New Event', description: 'Triggers as soon as something happens in Prospector.' },
  operation: {
    type: 'hook',
    inputFields: [
      { key: 'types', label: 'Events', list: true, choices: eventTypes, helpText: 'If none is chosen: every event.' },
    ],
    performSubscribe: subscribe,
    performUnsubscribe: unsubscribe,
    perform: receive,
    performList: readFeed,
    sample: {
      id: 'evt_7x4Jd82mQpLx0aRt5VbN7c',
      type: 'reveal.created',
      timestamp: '2026-11-15T09:30:00.000Z',
      data: { contact_ids: ['ct_live_QmXvTzRbKwNpLdFs'], credits: 1, door: 'api_key', sequence: 7 },
    },
  },
}
