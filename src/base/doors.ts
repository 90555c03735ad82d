/** How a request of a customer came in. */
export const customerDoors = ['api_key', 'oauth', 'mcp', 'web'] as const
export const doors = [...customerDoors, 'operator', 'billing', 'system'] as const

/** Whose credit limit it is, where one is reached. */
export const limitOwners = ['key', 'member', 'connection'] as const

/** Who calls in the name of an account. */
export const callerTypes = ['member', 'api_key', 'connection'] as const
