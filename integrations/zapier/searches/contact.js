const { seniorities } = require('../value-lists')

const has = (values) => Array.isArray(values) && values.length > 0

async function perform(z, bundle) {
  const { roles, seniority, has_verified_email, countries, categories, domains } = bundle.inputData
  const body = {
    person: {
      ...(has(roles) && { roles_any: roles }),
      ...(has(seniority) && { seniority_any: seniority }),
      ...(has_verified_email !== undefined && { has_verified_email }),
    },
    store: {
      ...(has(countries) && { countries }),
      ...(has(categories) && { categories }),
      ...(has(domains) && { domains }),
    },
    limit: 25,
  }
  const { data } = await z.request({ method: 'POST', url: '/contacts/search', body })
  return data.data
}

module.exports = {
  key: 'contact',
  noun: 'Contact',
  display: {
    label: 'Find Contacts',
    description: 'Finds people at ecommerce stores, as masked previews. Costs no credits.',
  },
  operation: {
    inputFields: [
      { key: 'domains', label: 'Domains of stores', list: true },
      { key: 'roles', label: 'Roles', list: true, helpText: 'For example `founder` or `head_of_ecommerce`.' },
      { key: 'seniority', label: 'Seniority', list: true, choices: seniorities },
      { key: 'has_verified_email', label: 'Has a verified email', type: 'boolean' },
      { key: 'countries', label: 'Countries', list: true, helpText: 'Two-letter codes.' },
      { key: 'categories', label: 'Categories', list: true },
    ],
    perform,
    sample: {
      id: 'ct_live_QwErTyUiOpAsDfGh',
      first_name: 'Maya',
      last_name_obfuscated: 'L***',
      title: 'Head of Ecommerce',
      has_verified_email: true,
      revealed: false,
    },
  },
}
