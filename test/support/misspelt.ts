/**
 * A secret with one letter changed: never the same text, however the secret was drawn, and never the same bytes.
 * The last letter stays, because in base64 some of its bits may mean nothing.
 */
export function misspelt(secret: string): string {
  const at = secret.length - 5
  return secret.slice(0, at) + (secret[at] === 'A' ? 'B' : 'A') + secret.slice(at + 1)
}
