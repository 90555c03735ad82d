/** What the field "List" of an action offers. */
async function perform(z, bundle) {
  const cursor = bundle.meta.page ? await z.cursor.get() : null
  const { data } = await z.request({ url: '/lists', params: { limit: 100, ...(cursor && { cursor }) } })
  if (data.next_cursor) await z.cursor.set(data.next_cursor)
  return data.data.map(({ id, name, kind }) => ({ id, name: `${name} (${kind})` }))
}

module.exports = {
  key: 'list',
  noun: 'List',
  display: { label: 'List', description: 'The lists of the account, for a field of an action.', hidden: true },
  operation: {
    type: 'polling',
    canPaginate: true,
    perform,
    sample: { id: 'lst_4Jd82mQpLx0aRt5VbN7c', name: 'Spring outreach (contacts)' },
  },
}
