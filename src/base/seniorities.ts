export const seniorities = ['executive', 'decision_maker', 'other'] as const
export type Seniority = (typeof seniorities)[number]
