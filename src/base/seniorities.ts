/** The most senior first, which is the order of previews in an enrichment. */
export const seniorities = ['executive', 'decision_maker', 'other'] as const
export type Seniority = (typeof seniorities)[number]
