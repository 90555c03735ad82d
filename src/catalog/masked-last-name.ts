/** The one rule by which a last name is masked, in SQL: it is masked before it leaves the database. */
export const maskedLastName = (contacts: string): string => `left(${contacts}.last_name, 1) || '***'`
