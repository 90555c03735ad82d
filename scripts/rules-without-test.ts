/** Rules of docs/behaviour.md that no test cites, and why. A rule stands here or is cited by a test, never both. */
export const rulesWithoutTest: Record<string, string> = {
  'HTTP-13': 'A promise about future versions: the next one can test it.',
}
