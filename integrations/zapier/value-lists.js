// Made by "npm run generate" from the lists of the server. Do not edit.

exports.eventTypes = {
  'reveal.created': 'Contacts revealed',
  'credits.low': 'Credits low',
  'credits.exhausted': 'Credits used up',
  'credits.renewed': 'Credits renewed',
  'credits.expiring': 'Credits expiring',
  'plan.changed': 'Plan changed',
  'trial.ending': 'Trial ending',
  'limit.reached': 'Credit limit reached',
  'contact.updated': 'Contact changed',
  'contact.suppressed': 'Contact suppressed',
  'contact.erased': 'Contact erased',
  'work.changed': 'Work changed',
  'job.finished': 'Job finished',
  'watch.matched': 'Watch matched',
  'webhook.disabled': 'Webhook disabled',
  'hubspot.stopped': 'HubSpot stopped',
}

exports.seniorities = {
  executive: 'Executive',
  decision_maker: 'Decision maker',
  other: 'Other',
}

exports.emailStatuses = {
  verified: 'Verified emails',
  matched: 'Matched emails',
  found: 'Found emails',
  reported: 'Reported emails',
}
