/** Lower-case words joined by underscores: `Health & Beauty` is `health_beauty`. */
export function toSlug(text: string): string | null {
  if (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(text)) return text
  // Most texts are ASCII, which needs no look at the properties of its characters.
  const words = /^[\x20-\x7e]*$/.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, '_')
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '_')
  return words.replace(/^_|_$/g, '') || null
}

/** Names are the same whatever their case, accents and punctuation. */
export const nameKey = (name: string | null): string | null => (name === null ? null : toSlug(name))
