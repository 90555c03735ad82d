/** Lower-case words joined by underscores: `Health & Beauty` is `health_beauty`. */
export function toSlug(text: string): string | null {
  if (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(text)) return text
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
  return slug || null
}

/** Names are the same whatever their case, accents and punctuation. */
export const nameKey = (name: string | null): string | null => (name === null ? null : toSlug(name))
