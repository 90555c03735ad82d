async function perform(z, bundle) {
  const { list_id, ids } = bundle.inputData
  const { data } = await z.request({
    method: 'POST',
    url: `/lists/${encodeURIComponent(list_id)}/items`,
    body: { ids },
  })
  return data
}

module.exports = {
  key: 'list_items',
  noun: 'List',
  display: { label: 'Add to List', description: 'Puts contacts or stores into a list.' },
  operation: {
    inputFields: [
      { key: 'list_id', label: 'List', required: true, dynamic: 'list.id.name' },
      { key: 'ids', label: 'Contact or store IDs', list: true, required: true, helpText: 'For stores also domains.' },
    ],
    perform,
    sample: { id: 'lst_4Jd82mQpLx0aRt5VbN7c', name: 'Spring outreach', kind: 'contacts', items: 12, added: 1 },
  },
}
