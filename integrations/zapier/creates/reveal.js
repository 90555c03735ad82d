const { emailStatuses } = require('../value-lists')

/** Revealing one again is free, so that a step that Zapier plays again costs nothing more. */
async function perform(z, bundle) {
  const { contact_ids, accept, reference } = bundle.inputData
  const { data } = await z.request({
    method: 'POST',
    url: '/contacts/reveal',
    headers: {
      ...(accept?.length > 0 && { 'Prospector-Accept': accept.join(', ') }),
      ...(reference && { 'Prospector-Reference': reference }),
    },
    body: { contact_ids },
  })
  return {
    id: data.request_id,
    contacts: data.data,
    credits: data.credits,
    unavailable: data.unavailable_contact_ids,
    excluded: data.excluded_contact_ids,
  }
}

module.exports = {
  key: 'reveal',
  noun: 'Contact',
  display: {
    label: 'Reveal Contacts',
    description: 'Gets names, emails and phones of contacts: 1 credit for each new one.',
  },
  operation: {
    inputFields: [
      { key: 'contact_ids', label: 'Contact IDs', list: true, required: true },
      { key: 'accept', label: 'Only pay for', list: true, choices: emailStatuses },
      { key: 'reference', label: 'Reference', helpText: 'Your own words for it, such as a campaign.' },
    ],
    perform,
    sample: {
      id: 'req_6hT2pXw9bK4mVz8cQe1sLr0y',
      contacts: [
        {
          id: 'ct_live_QwErTyUiOpAsDfGh',
          full_name: 'Maya Lindqvist',
          emails: [{ email: 'maya@northwind-candles.example' }],
        },
      ],
      credits: { spent: 1, remaining: 999 },
      unavailable: [],
      excluded: [],
    },
  },
}
