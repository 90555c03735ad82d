/** Codes that people write where ISO 3166 has another one. */
export const countryAliases: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }
