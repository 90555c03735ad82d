// Made by "npm run generate" from the lists of the server. Do not edit.

export const emailStatusMeanings = {
  verified: 'A mail server confirmed that the mailbox exists',
  matched: 'Found in a source that names this very person with this address',
  found: 'Found in public together with the store, not confirmed',
  reported: 'A customer reported that it bounced',
}

export const emailTypeMeanings = {
  work: 'At the company',
  personal: 'Private',
  generic: 'Shared, such as info@',
  other: 'Unknown',
}
