/** Rules of docs/behaviour.md that no test cites, and why. A rule stands here or is cited by a test, never both. */
const underWay = 'Its test comes with the change that is under way for 1.1.0.'

export const rulesWithoutTest: Record<string, string> = {
  'HTTP-13': 'A promise about future versions: the next one can test it.',
  'LIMIT-4': underWay,
}
