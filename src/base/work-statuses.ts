/** How far the work on a contact or a store is. None of them: nothing was said yet. */
export const workStatuses = ['new', 'contacted', 'replied', 'won', 'lost'] as const
export type WorkStatus = (typeof workStatuses)[number]

/** What rows are narrowed down to: those with a status, or those of which nothing was said yet. */
export const statusChoices = [...workStatuses, 'none'] as const
export type StatusChoice = (typeof statusChoices)[number]
