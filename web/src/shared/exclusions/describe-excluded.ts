/** What is said of an excluded contact that the account does not own, in place of its reveal. */
export const describeExcluded = 'Your account excludes this contact, so it is neither revealed nor charged.'
