/** Above what is offered in place of nothing. */
export const didYouMean = (offers: number): string =>
  offers === 1 ? 'Did you mean this?' : 'Did you mean one of these?'
