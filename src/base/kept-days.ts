/** How long changes of stores are kept, unless CHANGES_KEPT_DAYS says otherwise: two years. */
export const changesKeptDaysDefault = 730
