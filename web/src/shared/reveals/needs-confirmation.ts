/** Below these a reveal needs no second question. */
const confirmAbove = 10
const confirmAboveShare = 0.1

export const needsConfirmation = (cost: number, spendable: number): boolean =>
  cost > confirmAbove || cost > spendable * confirmAboveShare
