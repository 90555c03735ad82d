/** A job goes on without Zapier: the event "Job finished" tells of its end. */
async function perform(z, bundle) {
  const { kind, contact_ids, domains, list_id, max_credits, once } = bundle.inputData
  const body = {
    reveal: {
      kind: 'reveal',
      contact_ids,
      on_short_balance: 'stop',
      ...(max_credits !== undefined && { max_credits }),
    },
    enrich: { kind: 'enrich', domains },
  }[kind]
  const { data } = await z.request({
    method: 'POST',
    url: '/jobs',
    ...(once && { headers: { 'Idempotency-Key': `zapier ${once}` } }),
    body: { ...body, ...(list_id && { add_to_list_id: list_id }) },
  })
  return data
}

module.exports = {
  key: 'job',
  noun: 'Job',
  display: {
    label: 'Start Job',
    description: 'Reveals or enriches thousands. Use the trigger "Job finished" for its end.',
  },
  operation: {
    inputFields: [
      {
        key: 'kind',
        label: 'What to do',
        required: true,
        choices: { reveal: 'Reveal contacts', enrich: 'Enrich domains' },
        altersDynamicFields: true,
      },
      (_z, bundle) =>
        bundle.inputData.kind === 'enrich'
          ? [{ key: 'domains', label: 'Domains', list: true, required: true }]
          : [
              { key: 'contact_ids', label: 'Contact IDs', list: true, required: true },
              { key: 'max_credits', label: 'Most credits to spend', type: 'integer' },
            ],
      { key: 'list_id', label: 'Add to list', dynamic: 'list.id.name' },
      {
        key: 'once',
        label: 'Once for',
        helpText:
          'What the job is for, such as the id of the event or row that starts this Zap: a replayed step then finds the job that it made.',
      },
    ],
    perform,
    sample: { id: 'job_7Hq2LmXv9sKd4TzB1cWn', kind: 'reveal', status: 'queued', credits: { spent: 0, max: 400 } },
  },
}
