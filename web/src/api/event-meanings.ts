// Made by "npm run generate" from the lists of the server. Do not edit.

export const eventMeanings = {
  'reveal.created': 'A request revealed contacts and spent credits',
  'credits.low': '20% or less of the period’s credits is left',
  'credits.exhausted': 'A reveal spent the last credit',
  'credits.renewed': 'A period opened with a grant of credits',
  'credits.expiring': 'Credits that were bought or given will soon expire',
  'plan.changed': 'The plan or its status changed',
  'trial.ending': 'The trial ends in 3 days',
  'limit.reached': 'A reveal used up the credit limit of a key, a member or a connection',
  'contact.updated': 'The data of revealed contacts changed: reveal them again for the new data, at no cost',
  'contact.suppressed': 'Revealed contacts opted out: delete your copy',
  'contact.erased': 'Revealed contacts were erased: delete your copy',
  'work.changed': 'Somebody changed the status, owner, tags or note of a contact or a store',
  'job.finished': 'A job ended: it finished, stopped before its end, was cancelled, or failed',
  'watch.matched': 'A watched saved search or list has news',
  'webhook.disabled':
    'A webhook was disabled: its receiver said that it is gone or failed for 5 days, or its secret can’t be read any more',
  'hubspot.stopped': 'Nothing is sent to HubSpot any more, until somebody connects it again',
} as const
