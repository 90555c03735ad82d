// Made by "npm run generate" from the lists of the server. Do not edit.

import type { INodeProperties } from 'n8n-workflow'

/** What both triggers let people choose. */
export const eventTypes: INodeProperties = {
  displayName: 'Events',
  name: 'types',
  type: 'multiOptions',
  default: [],
  description: 'What starts the workflow. If none is chosen: every event.',
  options: [
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
  ],
}
