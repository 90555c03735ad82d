// Made by "npm run generate" from the lists of the server. Do not edit.

export const plainHostname = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

export const hostnameLengthMax = 253
