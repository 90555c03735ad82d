// Made by "npm run generate" from the lists of the server. Do not edit.

import type { INodePropertyOptions } from 'n8n-workflow'

export const eventTypes: INodePropertyOptions[] = [
  { name: 'Contact Changed', value: 'contact.updated' },
  { name: 'Contact Erased', value: 'contact.erased' },
  { name: 'Contact Suppressed', value: 'contact.suppressed' },
  { name: 'Contacts Revealed', value: 'reveal.created' },
  { name: 'Credit Limit Reached', value: 'limit.reached' },
  { name: 'Credits Expiring', value: 'credits.expiring' },
  { name: 'Credits Low', value: 'credits.low' },
  { name: 'Credits Renewed', value: 'credits.renewed' },
  { name: 'Credits Used Up', value: 'credits.exhausted' },
  { name: 'HubSpot Stopped', value: 'hubspot.stopped' },
  { name: 'Job Finished', value: 'job.finished' },
  { name: 'Plan Changed', value: 'plan.changed' },
  { name: 'Trial Ending', value: 'trial.ending' },
  { name: 'Watch Matched', value: 'watch.matched' },
  { name: 'Webhook Disabled', value: 'webhook.disabled' },
  { name: 'Work Changed', value: 'work.changed' },
]

export const seniorities: INodePropertyOptions[] = [
  { name: 'Decision Maker', value: 'decision_maker' },
  { name: 'Executive', value: 'executive' },
  { name: 'Other', value: 'other' },
]

export const emailStatuses: INodePropertyOptions[] = [
  { name: 'Found', value: 'found' },
  { name: 'Matched', value: 'matched' },
  { name: 'Reported', value: 'reported' },
  { name: 'Verified', value: 'verified' },
]
