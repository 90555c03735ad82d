/**
 * The one rule by which a last name is masked, in SQL: it is masked before it leaves the database. Its first letter, past
 * whatever signs stand before it, is all that is shown; of a name that is a single letter or ideograph, nothing is.
 */
export const maskedLastName = (contacts: string): string => {
  const name = `ltrim(${contacts}.last_name, ' ''’"‘“.,-–(')`
  return `CASE WHEN length(${name}) <= 1 THEN '***' ELSE left(${name}, 1) || '***' END`
}
