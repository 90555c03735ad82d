export const planStatuses = ['none', 'trialing', 'active', 'past_due', 'lapsed'] as const
