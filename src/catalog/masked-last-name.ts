/**
 * Everything in Unicode that is no letter and that names are decorated with: ASCII signs and digits, Latin-1 signs, modifiers
 * and combining marks, punctuation, symbols, arrows and dingbats, CJK punctuation, variation selectors, full-width signs,
 * private use, emoji, tags. Ranges mean the same in every locale; classes such as `[[:alpha:]]` do not.
 */
const signs = [
  String.raw`\u0001-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02B9-\u036F`,
  String.raw`\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u1AB0-\u1AFF\u1DC0-\u1DFF`,
  String.raw`\u2000-\u2070\u2074-\u207E\u2080-\u208E\u20A0-\u2101\u2103-\u2106\u2122\u2190-\u2BFF\u2E00-\u2E7F`,
  String.raw`\u3000-\u3004\u3007-\u3030\u3036-\u303A\u303D-\u303F\u3297\u3299\uE000-\uF8FF\uFE00-\uFE6F\uFEFF\uFF00-\uFF20`,
  String.raw`\uFF3B-\uFF40\uFF5B-\uFF65\uFFE0-\uFFFD\U0001F000-\U0001FAFF\U000E0000-\U000E0FFF`,
].join('')

/**
 * The one rule by which a last name is masked, in SQL: it is masked before it leaves the database. Its first letter, past
 * whatever signs stand before it, is all that is shown; of a name that is a single letter or ideograph, nothing is.
 */
export const maskedLastName = (contacts: string): string => {
  const name = `${contacts}.last_name`
  const letters = `regexp_replace(${name}, '[${signs}]+', '', 'g')`
  // Most names begin with two plain letters, and need no closer look.
  return `CASE
    WHEN ascii(${name}) BETWEEN 65 AND 90 AND ascii(substr(${name}, 2, 1)) BETWEEN 97 AND 122 THEN left(${name}, 1) || '***'
    WHEN length(${letters}) <= 1 THEN '***' ELSE left(${letters}, 1) || '***' END`
}

/** The same for synthetic people, whose names are plain letters. */
export const maskSyntheticName = (lastName: string | null): string | null =>
  lastName === null ? null : `${[...lastName].length > 1 ? [...lastName][0] : ''}***`
