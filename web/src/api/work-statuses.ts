// Made by "npm run generate" from the lists of the server. Do not edit.

export const workStatuses = {
  new: 'New',
  contacted: 'Contacted',
  replied: 'Replied',
  won: 'Won',
  lost: 'Lost',
} as const
