/** What a reported bounce is worth. Texts of the API, the commands and the web application read it from here. */
export const bounceRules = {
  /** How long after the reveal a bounce may be reported. */
  reportWithinDays: 30,
  /** How long a returned credit is good for at least. */
  creditDays: 30,
  /** Returned without asking, of what was revealed in `reportWithinDays` … */
  percent: 10,
  /** … and at least this many in any case. */
  atLeast: 20,
}

/** How many are returned without asking, for texts. */
export const automaticReturns = `${bounceRules.percent}% of the contacts that an account revealed in the last ${bounceRules.reportWithinDays} days, and ${bounceRules.atLeast} in any case`
