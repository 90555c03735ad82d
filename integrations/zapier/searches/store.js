async function perform(z, bundle) {
  const { data } = await z.request({
    method: 'POST',
    url: '/stores/enrich',
    body: { domains: [bundle.inputData.domain], include: ['contact_previews'] },
  })
  return data.data
    .filter(({ status }) => status === 'found')
    .map(({ store, contact_previews }) => ({ ...store, contact_previews }))
}

module.exports = {
  key: 'store',
  noun: 'Store',
  display: { label: 'Find Store', description: 'Looks up a store by its domain, with previews of the people there.' },
  operation: {
    inputFields: [
      { key: 'domain', label: 'Domain', required: true, helpText: 'In any form that a person would paste.' },
    ],
    perform,
    sample: {
      id: 'st_live_AbCdEfGhIjKlMnOp',
      domain: 'northwind-candles.example',
      name: 'Northwind Candles',
      country: 'US',
      lead_fit_score: 82,
    },
  },
}
